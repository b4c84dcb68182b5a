// The first page in a frame of Discord's: the client is asked for a code that says who looks, and the server takes it. What is
// spoken to the client is what Discord's own kit speaks: pairs of a number and an object, by postMessage.
'use strict';
(() => {
  const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2];
  const PATIENCE_MS = 15_000;
  const form = document.querySelector('form');
  const { application, clients, failed } = form.dataset;
  const news = document.querySelector('#news');
  const fail = () => { news.textContent = failed; };
  const nonce = crypto.randomUUID();
  // In a window of its own the client is the opener of the frame's parent.
  const client = window.parent.opener ?? window.parent;
  const late = setTimeout(fail, PATIENCE_MS);

  window.addEventListener('message', ({ origin, data, source }) => {
    if (!clients.split(' ').includes(origin) || !Array.isArray(data)) return;
    const [code, said] = data;
    if (code === CLOSE) return fail();
    if (code !== FRAME || !said) return;
    if (said.cmd === 'DISPATCH' && said.evt === 'READY') {
      const args = { client_id: application, response_type: 'code', state: '', prompt: 'none', scope: ['identify'] };
      source.postMessage([FRAME, { cmd: 'AUTHORIZE', args, nonce }], origin);
    } else if (said.nonce === nonce) {
      clearTimeout(late);
      if (said.evt === 'ERROR' || !said.data?.code) return fail();
      form.elements.code.value = said.data.code;
      form.submit();
    }
  });
  // Only that somebody is here, and which application, is said to whoever it may be.
  const frame_id = new URLSearchParams(location.search).get('frame_id');
  client.postMessage([HANDSHAKE, { v: 1, encoding: 'json', client_id: application, frame_id }], '*');
})();
