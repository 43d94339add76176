self.dep = 'dep';
