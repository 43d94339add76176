onmessage = ({ data }) => postMessage(2 * data);
