import type { KeyScope, ThrottleScope } from '@clairisque/contract/common/route.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import type { Caller } from './quote.service.ts';

/** An answer says the same in English and in French, then gives the data. */
type Answer = { en: string; fr: string; data: object };

export type Tool = {
  name: string;
  title: string;
  description: string;
  scope: KeyScope;
  /** Counted besides the call itself. */
  throttle?: ThrottleScope;
  /** Waits in the queue of its work. */
  hasOwnQueue?: true;
  /** It changes something, or its answer depends on public services. */
  hints?: { destructiveHint?: boolean; openWorldHint?: boolean; readOnlyHint?: boolean };
  input: z.ZodType;
  run: (deps: Deps, caller: Caller, input: never) => Promise<Answer>;
};

type Typed<I extends z.ZodType> = Omit<Tool, 'input' | 'run'> & {
  input: I;
  run: (deps: Deps, caller: Caller, input: z.output<I>) => Promise<Answer>;
};
/** Declares a tool: its input types what it runs with. */
export const tool = <I extends z.ZodType>(given: Typed<I>): Tool => given;
