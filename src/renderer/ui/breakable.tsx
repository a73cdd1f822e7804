// Where a text without blanks may go on the next line.

/** An e-mail address may go on the next line after its @, and nowhere else if it can be helped. */
export function Breakable({ text }: { text: string }) {
  const at = text.indexOf('@') + 1;
  return (
    <>
      {text.slice(0, at)}
      {at > 0 && <wbr />}
      {text.slice(at)}
    </>
  );
}
