game-toy = Toy
toy-notice = A toy.
toy-asked = asked of { $seat }: { $ask }
toy-refused = refused: { $reason }
toy-happened = happened: { $what }
toy-board = board, turn { $turn }: { $chosen }
toy-chose = { $seat } chose { $number }
