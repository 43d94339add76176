self.other = 'other';
