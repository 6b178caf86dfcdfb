import { Fragment } from "react";

/** An e-mail address that is broken, where it has to be, after its @ and its points; within a word only if that is not enough. */
export const EmailText = ({ email }: { email: string }) => (
  <span className="wrap-anywhere">
    {(email.match(/[^@.]*[@.]?/g) ?? []).map((part, index) => (
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
);
