import { z } from 'zod';

// The page's policy forbids code made from strings, which zod would try to use for speed. Imported
// before any schema is made.
z.config({ jitless: true });
