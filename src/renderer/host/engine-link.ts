// Whether this window can reach its engine. This is not the connection between engine and service.
import { create } from 'zustand';

export type EngineLink = 'up' | 'stopped' | 'no-key';

export const useEngineLink = create<{ link: EngineLink; set: (link: EngineLink) => void }>((set) => ({
  link: 'up',
  set: (link) => set((now) => (now.link === link ? now : { link })),
}));

/** `no-key` is final for a window: only another link helps, in another window. */
export function reportEngineLink(link: EngineLink): void {
  const { link: now, set } = useEngineLink.getState();
  if (now !== 'no-key') set(link);
}
