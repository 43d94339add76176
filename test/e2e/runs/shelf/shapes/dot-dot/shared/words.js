window.word = 'word';
