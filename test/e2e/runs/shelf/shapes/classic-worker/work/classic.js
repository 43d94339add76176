importScripts('dep.js', '../lib/other.js');
const request = new XMLHttpRequest();
request.open('GET', '../data.json', false);
request.send();
onmessage = async ({ data }) => {
  const fetched = await (await fetch(new Request('beside.json'))).json();
  const inner = new Worker('inner.js');
  inner.onmessage = (event) =>
    postMessage({
      twice: twice(data),
      other: self.other,
      requested: JSON.parse(request.responseText),
      fetched,
      file: location.pathname.split('/').slice(-2).join('/'),
      inner: event.data,
    });
  inner.postMessage(data);
};
