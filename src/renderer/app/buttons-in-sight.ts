// Finds the buttons of the open screen by the words on them, so that the palette offers all of them without a list that
// somebody would have to keep.

export interface ButtonInSight {
  readonly words: string;
  /** What it is about, when several buttons have the same words, or why it cannot be pressed now; may be empty. */
  readonly facts: string;
  /** The key that does the same. */
  readonly key: string | null;
  readonly canBePressed: boolean;
  /** True for a button of the header, which is there on every screen. */
  readonly everywhere: boolean;
  readonly press: () => void;
}

/** What a person reads on it: pictures and keys are not read out, and are no words. */
function wordsOn(button: HTMLElement): string {
  const label = button.getAttribute('aria-label');
  if (label !== null) return label;
  const copy = button.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return copy.textContent.replace(/\s+/g, ' ').trim();
}

/**
 * In the order of the window. What lies in a dialog, or in the notes of what was just done, is no part of the screen.
 */
export function buttonsInSight(): ButtonInSight[] {
  return [...document.querySelectorAll<HTMLButtonElement>('button[data-pressable]')]
    .filter(
      (button) =>
        button.checkVisibility() &&
        !button.disabled &&
        button.closest('[role=dialog],[role=alertdialog],[data-notes]') === null,
    )
    .map((button) => {
      const canBePressed = button.getAttribute('aria-disabled') !== 'true';
      const about = button.closest<HTMLElement>('[data-about]')?.dataset['about'] ?? '';
      return {
        words: wordsOn(button),
        facts: canBePressed ? about : (button.getAttribute('aria-description') ?? about),
        key: button.getAttribute('aria-keyshortcuts'),
        canBePressed,
        everywhere: button.closest('main') === null,
        // The screen may have changed since the palette was opened.
        press: () => {
          if (button.isConnected) button.click();
        },
      };
    })
    .filter(({ words }) => words !== '');
}
