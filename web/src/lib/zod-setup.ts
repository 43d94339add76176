import { z } from 'zod';

// The page's Content-Security-Policy forbids code made from strings, which zod would try to use for
// speed. Must be imported before any schema is made.
z.config({ jitless: true });
