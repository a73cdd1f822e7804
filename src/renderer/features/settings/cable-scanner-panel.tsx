// A scanner at a cable that does not type: choosing it, its state in words, and what of it can be set.
import { Cable, CircleAlert, CircleCheck, CircleDashed, Unplug } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { BAUD_RATES } from '../../../domain/serial-scan.ts';
import {
  chooseHidScanner,
  chooseSerialScanner,
  type ChoiceResult,
} from '../../shared/scanning/choose-scanner.ts';
import { useChosenScanner, type ChosenScanner } from '../../shared/scanning/chosen-scanner.ts';
import { useScannerLink, type LinkState } from '../../shared/scanning/scanner-link.ts';
import { webHid, webSerial } from '../../shared/scanning/web-devices.ts';
import { Button } from '../../ui/button.tsx';
import { Segments, SelectField } from '../../ui/checks.tsx';
import { Panel } from '../../ui/panel.tsx';
import { countWords, HEARD_WORDS, LINK_WORDS, nameOfScanner } from './cable-scanner-words.ts';
import css from './settings.module.css';

const ICONS: Readonly<Record<LinkState, ReactNode>> = {
  connecting: <CircleDashed aria-hidden="true" size={17} />,
  connected: <CircleCheck aria-hidden="true" size={17} />,
  absent: <Unplug aria-hidden="true" size={17} />,
  taken: <CircleAlert aria-hidden="true" size={17} />,
  'not-understood': <CircleAlert aria-hidden="true" size={17} />,
  'no-means': <CircleAlert aria-hidden="true" size={17} />,
};

const RESULT_WORDS: Readonly<Record<Exclude<ChoiceResult, 'chosen'>, string>> = {
  nothing:
    'No scanner was chosen. If yours was not in the list: plug it in, and set it to serial (COM) or to HID POS with the bar codes of its manual.',
  refused: 'This window may not ask for scanners. Choose it again from the desk’s own window.',
};

export function CableScannerPanel() {
  const { chosen, choose } = useChosenScanner();
  const [result, setResult] = useState<Exclude<ChoiceResult, 'chosen'> | null>(null);
  const then = (answer: ChoiceResult): void => setResult(answer === 'chosen' ? null : answer);
  const [serial, hid] = [webSerial() !== null, webHid() !== null];
  return (
    <Panel title="Scanner at a cable" aside={<Cable aria-hidden="true" size={20} />}>
      {chosen && <Chosen chosen={chosen} />}
      {!chosen && (serial || hid) && (
        <p className={css.quiet}>
          For a scanner that is not set to type like a keyboard: a serial one (RS-232, or USB as a COM port),
          or a USB one in the mode HID POS. It works while another program is in front, and whatever the
          keyboard’s layout.
        </p>
      )}
      {!serial && !hid && <p className={css.quiet}>{LINK_WORDS['no-means'].whatToDo}</p>}
      {result && (
        <p role="alert" className={css.warning}>
          {RESULT_WORDS[result]}
        </p>
      )}
      <div className={css.row}>
        {serial && (
          <Button onClick={() => void chooseSerialScanner().then(then)}>Choose a serial scanner</Button>
        )}
        {hid && <Button onClick={() => void chooseHidScanner().then(then)}>Choose a USB scanner</Button>}
        {chosen && <Button onClick={() => choose(null)}>Forget this scanner</Button>}
      </div>
    </Panel>
  );
}

function Chosen({ chosen }: { chosen: ChosenScanner }) {
  const { state, count, heard, isElsewhere, tryAgain } = useScannerLink();
  const words = LINK_WORDS[state];
  return (
    <>
      <div className={css.scannerState}>
        <strong>{nameOfScanner(chosen)}</strong>
        <span className={css.linkBadge} data-look={words.look}>
          {ICONS[state]} {words.word}
        </span>
      </div>
      <div role="status">
        <p>{words.whatToDo}</p>
        {count > 0 && <p className={css.quiet}>{countWords(chosen.kind, count)}</p>}
        {heard && <p className={css.quiet}>Last: {HEARD_WORDS[heard.kind](heard.characters)}</p>}
      </div>
      {isElsewhere && (
        <p className={css.quiet}>
          Another window of this desk has it open. Its scans come to the window that you use.
        </p>
      )}
      {chosen.kind === 'serial' && <SerialSettings chosen={chosen} />}
      {(state === 'taken' || state === 'absent') && (
        <div className={css.row}>
          <Button onClick={tryAgain}>Try again</Button>
        </div>
      )}
    </>
  );
}

function SerialSettings({ chosen }: { chosen: Extract<ChosenScanner, { kind: 'serial' }> }) {
  const { choose } = useChosenScanner();
  return (
    <>
      <SelectField
        label="Speed (baud), as the scanner is set"
        value={String(chosen.baudRate)}
        onChange={(value) => choose({ ...chosen, baudRate: Number(value) })}
      >
        {BAUD_RATES.toSorted((one, other) => one - other).map((rate) => (
          <option key={rate} value={rate}>
            {rate}
          </option>
        ))}
      </SelectField>
      <Segments
        legend="A code ends with"
        legendShown
        name="serial-ending"
        value={chosen.ending}
        onChange={(ending) => choose({ ...chosen, ending })}
        choices={[
          { value: 'mark', words: 'A line end or Tab' },
          { value: 'pause', words: 'Nothing: a pause' },
        ]}
      />
      {chosen.ending === 'pause' && (
        <p className={css.quiet}>
          Only for a scanner that can send no line end: where a code comes with a pause in it, each half of it
          is taken for a code.
        </p>
      )}
    </>
  );
}
