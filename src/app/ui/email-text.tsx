import { Fragment } from "react";

/** An e-mail address that breaks after its @ and its dots if it must; within a word only if that is not enough. */
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
