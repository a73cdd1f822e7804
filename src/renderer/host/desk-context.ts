// Hands the one desk client to every screen.
import { createContext, useContext } from 'react';
import type { DeskClient } from './desk-client.ts';
import { deskToCome } from './desk-to-come.ts';

export const DeskContext = createContext<DeskClient | null>(null);

/**
 * The desk client of this window. @throws Error outside of the desk's screens
 * @example const desk = useDesk(); desk.resynchronise();
 */
export function useDesk(): DeskClient {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('This screen is outside the desk.');
  return desk;
}

/** False while the first screen is drawn before the desk has answered: then nobody sees it, and it must not listen to anybody. */
export const useIsDeskThere = (): boolean => useDesk() !== deskToCome;
