import { z } from 'zod';

// The Content-Security-Policy forbids `eval`. Schemas choose how they parse when they are made, so this file is imported
// before any of them.
z.config({ jitless: true });
