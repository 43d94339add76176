importScripts('/assets/dep.js');
fetch('/data/list.json')
  .then((answer) => answer.json())
  .then((list) => postMessage([self.dep, ...list]));
