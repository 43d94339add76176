window.word = 'Größe';
