// "There is a problem": takes the focus, and each line leads to its field.
import { useEffect, useRef } from 'react';
import css from './error-summary.module.css';
import type { FieldProblem } from './field-problem.ts';

/** `attempt` grows with every try to go on, so that the focus comes back even when the problems are the same. */
export function ErrorSummary({ problems, attempt }: { problems: readonly FieldProblem[]; attempt: number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The attempt alone decides: mending one field must not pull the focus out of it.
    if (attempt > 0) box.current?.focus();
  }, [attempt]);
  if (problems.length === 0) return null;
  return (
    <div className={css.summary} role="alert" tabIndex={-1} ref={box} aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">There is a problem</h2>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.fieldId} ${problem.words}`}>
            <a
              href={`#${problem.fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(problem.fieldId)?.focus();
              }}
            >
              {problem.words}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
