// The name of work that somebody waits for, by which it can be ended before its time.
import { z } from 'zod';

/** Made by whoever asks. A window may use one name again, for one piece of work at a time. */
export const asking = z.uuid();
