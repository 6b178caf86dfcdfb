import { Fragment } from "react";

/** An e-mail address that wraps after its @ and its dots if necessary, and within a word only if that is not enough. */
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
