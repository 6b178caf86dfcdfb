import { Children, cloneElement, Fragment, isValidElement } from "react";
import { Scripts as scriptsOf } from "react-router";

import { useNonce } from "./nonce.ts";

type Content = { __html: string };
type TagProps = { rel: string; href: string; type: string; async: boolean; dangerouslySetInnerHTML: Content };
type Tag = React.ReactElement<{ [Name in keyof TagProps]?: TagProps[Name] | undefined }>;

/**
 * The page's scripts, which wait for its first paint: it reads without them, so on a slow line style, fonts and pictures have
 * it to themselves, and nothing that is seen waits for script to be compiled and run. React Router's `Scripts` has no words
 * for that, so its result is changed: its module, and the announcements of the imports, come by themselves.
 */
export function ScriptsAfterPaint() {
  const nonce = useNonce();
  // A component with hooks, called as one: in the same place each time.
  const tags = tagsIn(scriptsOf({ nonce }));
  const imports = tags.filter(({ props }) => props.rel === "modulepreload").map(({ props }) => props.href ?? "");
  return tags
    .filter(({ props }) => props.rel !== "modulepreload")
    .flatMap((tag) => {
      const { type, dangerouslySetInnerHTML: content } = tag.props;
      if (type !== "module" || !content) return [tag];
      const later = { async: undefined, dangerouslySetInnerHTML: { __html: afterPaint(imports) } };
      return [
        cloneElement(tag, { type: "text/plain", async: undefined, key: "module" }),
        cloneElement(tag, { ...later, type: undefined }),
      ];
    });
}

function tagsIn(node: React.ReactNode): Tag[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<React.PropsWithChildren>(child)) return [];
    return child.type === Fragment ? tagsIn(child.props.children) : [child as Tag];
  });
}

/**
 * Code that runs the module before it, which stands there as a text, when the page has been painted; in a tab that nobody
 * looks at, which is not painted, at once.
 */
const afterPaint = (imports: string[]) => `{const{nonce,previousElementSibling:{textContent}}=document.currentScript,
add=(tag,what)=>document.head.append(Object.assign(document.createElement(tag),what,{nonce})),run=()=>{
for(const href of ${inScript(imports)})add("link",{rel:"modulepreload",href});add("script",{type:"module",textContent})};
document.hidden?run():requestAnimationFrame(()=>setTimeout(run))}`;

const inScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
