// What a stylesheet or picture is to a component test.
module.exports = 'asset';
