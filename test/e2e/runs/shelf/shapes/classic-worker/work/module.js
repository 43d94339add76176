import { twice } from './twice.js';

onmessage = async ({ data }) =>
  postMessage({
    twice: twice(data),
    fetched: await (await fetch('beside.json')).json(),
    here: new URL('x', import.meta.url).pathname.split('/').slice(-2).join('/'),
  });
