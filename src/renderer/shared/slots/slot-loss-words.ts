// Why a slot is not to be had, in words: the same on the visit and where it is being booked.
import type { SlotLoss } from '../../../domain/appointment-state.ts';

/** `time`: the slot's, as the wall clock shows it. */
export function slotLossTitle(why: SlotLoss, time: string): string {
  switch (why) {
    case 'taken':
    case 'perhaps-own':
      return `${time} is taken`;
    case 'refused':
      return `${time} was refused`;
    case 'gone':
      return 'This booking did not come about';
  }
}

/** Says also that nobody was booked over and that nothing is lost. */
export function slotLossWords(why: SlotLoss, time: string): string {
  switch (why) {
    case 'taken':
      return `The service says that the slot at ${time} is taken, not by whom. Nothing is booked there yet, and nothing is lost: choose another slot, or take it all the same.`;
    case 'perhaps-own':
      return `An answer was lost, and now the service says that the slot at ${time} is taken: most likely by this desk itself, perhaps by somebody else. Nothing is lost: choose another slot, or take it all the same.`;
    case 'refused':
      return `The service did not book the slot at ${time}. Nothing is lost: choose another slot, or ask for it all the same.`;
    case 'gone':
      return 'The slot was gone when the booking reached the service, so nothing is booked there.';
  }
}
