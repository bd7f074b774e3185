import { Fragment } from 'react';
import { CreditText } from '#web/text/credit-text.tsx';

/** „Procesează 14 fotografii – 1 credit (rămân 2)”: a new line begins with the price or with what remains, and breaks neither. */
export function StartText({ children }: { readonly children: string }) {
  const [what, ...parts] = children.split(/ (?=– |\()/);
  return (
    <span>
      {what}
      {parts.map((part) => (
        <Fragment key={part}>
          {' '}
          <span className="whitespace-nowrap">
            <CreditText>{part}</CreditText>
          </span>
        </Fragment>
      ))}
    </span>
  );
}
