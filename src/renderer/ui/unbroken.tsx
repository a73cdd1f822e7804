// Dates in a sentence, each of which stays on one line: a browser may go on after a hyphen, and half a date is easily misread.
import { Fragment } from 'react';

/** As the desk writes a day: `27-Apr-1992`. */
const DATE = /(\d{2}-[A-Z][a-z]{2}-\d{4})/;

/** @example <Unbroken text="OLIVER, James, born 15-Mar-1984" /> */
export function Unbroken({ text }: { text: string }) {
  return text.split(DATE).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
