import { part } from '/assets/part.js';

const root = document.getElementById('root');
const loaded = (image) =>
  image.complete && image.naturalWidth > 0
    ? Promise.resolve(1)
    : new Promise((resolve) => {
        image.onload = () => resolve(image.naturalWidth);
        image.onerror = () => resolve('failed');
      });
const withSource = (set) => {
  const image = new Image();
  set(image);
  return loaded(image);
};
const markup = document.createElement('div');
markup.innerHTML = '<img alt="" src="/img/dot.png">';
root.append(markup);
const request = new XMLHttpRequest();
request.open('GET', '/data/list.json', false);
request.send();
const worker = new Worker('/assets/worker.js');
const inWorker = new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));
const { late } = await import('/assets/late.js');
const name = 'other';
commonlab.record({
  part,
  late,
  byName: (await import(`/assets/${name}.js`)).other,
  fetched: await (await fetch('/data/list.json')).json(),
  requested: JSON.parse(request.responseText),
  source: await withSource((image) => (image.src = '/img/dot.png')),
  attribute: await withSource((image) => image.setAttribute('src', '/img/dot.png')),
  ofRepository: await withSource((image) => (image.src = '/some-repository/img/dot.png')),
  absolute: await withSource((image) => (image.src = new URL('/img/dot.png', location.href).href)),
  inMarkup: await loaded(markup.firstChild),
  inPage: await loaded(document.getElementById('markup')),
  width: getComputedStyle(root).width,
  inWorker: await inWorker,
});
commonlab.finish();
