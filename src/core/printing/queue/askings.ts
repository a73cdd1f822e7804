// What somebody waits for and may stop: questions to printers, and pages that are made ready for paper.

/** What is waited for now, each by a name that whoever asks has given it. */
export interface Askings {
  /** Does the work, and aborts its signal when it is stopped. */
  run<Answer>(name: string | null, work: (signal: AbortSignal) => Promise<Answer>): Promise<Answer>;
  /** Ends what is waited for under this name; nothing when that has ended already. */
  stop(name: string): void;
}

export function createAskings(): Askings {
  const asked = new Map<string, AbortController>();
  return {
    async run(name, work) {
      const controller = new AbortController();
      if (name !== null) asked.set(name, controller);
      try {
        return await work(controller.signal);
      } finally {
        if (name !== null && asked.get(name) === controller) asked.delete(name);
      }
    },
    stop(name) {
      asked.get(name)?.abort();
      asked.delete(name);
    },
  };
}
