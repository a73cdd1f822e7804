// A style sheet that could not be had leaves its element in the page, and the build's loader of scripts takes a sheet that has one for
// there: a screen would be shown without its styles for as long as the window is open. Without the element the loader asks for it again,
// with the next screen that needs it, and for no other.

/** From now on. */
export function forgetFailedStyles(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
    },
    // What fails to load is told to no element around it.
    { capture: true },
  );
}
