// What the tour shows, in its order. `target` is the `data-tour` of the part that is framed; a part that is not on the screen at
// the moment is only spoken of.
import { links } from '../shared/links.ts';

export interface TourStep {
  readonly path: string;
  readonly target: string;
  readonly title: string;
  readonly text: string;
}

export const TOUR_STEPS: readonly TourStep[] = [
  {
    path: links.board,
    target: 'screen',
    title: 'Today, at a glance',
    text: 'The board shows today’s visits: when, who, what for, and how each stands. B brings you back here from anywhere.',
  },
  {
    path: links.board,
    target: 'search',
    title: 'Find anybody',
    text: 'Type a name, a date of birth or a code, or scan one. The scanner works wherever you are; nothing you typed is lost.',
  },
  {
    path: links.board,
    target: 'walk-in',
    title: 'Somebody without an appointment',
    text: 'W begins a walk-in: person, test, slot, and they are on the board.',
  },
  {
    path: '/worklist',
    target: 'screen',
    title: 'Who is next',
    text: 'Whoever has waited longest comes first. Identify the person, print the label, scan it back: then it is proven.',
  },
  {
    path: links.outbox,
    target: 'screen',
    title: 'What waits, and what needs you',
    text: 'Without a connection you go on working. What you save waits here and is sent once. A number beside “Outbox” asks for a decision.',
  },
  {
    path: links.guide,
    target: 'screen',
    title: 'Look it up',
    text: 'Every task is described here. ? lists the keys of any screen. Nobody in training is real: try everything.',
  },
];
