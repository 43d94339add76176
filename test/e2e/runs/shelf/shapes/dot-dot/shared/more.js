window.more = 'more';
