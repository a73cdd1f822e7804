// What a screen asks the engine for first. It is asked for when somebody goes there, before the screen is drawn.
import type { ComponentType } from 'react';
import { questionOf, type Question } from '../host/query-cache.ts';
import { loadedScreen } from '../routes.ts';
import { links } from '../shared/links.ts';

/** A screen that says what it asks for when it is opened at the path of its route: `Orders.asksFirst = () => […]`. */
type AskingScreen = ComponentType & { readonly asksFirst?: () => readonly Question[] };

/** Nothing where the screen does not say it, or its script is not there yet. */
export function asksFirst(path: string): readonly Question[] {
  if (path === links.board) return [questionOf('board.get', {})];
  return (loadedScreen(path) as AskingScreen | null)?.asksFirst?.() ?? [];
}
