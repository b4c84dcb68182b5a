DROP TABLE unlogged;
