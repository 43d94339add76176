importScripts('dep.js');
onmessage = ({ data }) => postMessage(twice(data) + 1);
