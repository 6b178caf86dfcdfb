import type { YearDone } from "#domain/communities/years.ts";
import { perLocale, say } from "#messages/say.ts";

const numbers = perLocale((locale) => new Intl.NumberFormat(locale));

/** The work of a community, one row a year, with the amount that it has most of. */
export function YearsDone({ years }: { years: readonly YearDone[] }) {
  const unit = years.find(({ amounts }) => amounts.length > 0)?.amounts[0]?.unit;
  const cell = "py-3 text-end font-semibold tabular-nums";
  return (
    <table className="mt-3 w-full">
      <thead>
        <tr className="text-sm">
          <th scope="col" className="py-1 text-start font-normal">
            {say("did.year")}
          </th>
          <th scope="col" className="py-1 text-end font-normal">
            {say("did.people")}
          </th>
          <th scope="col" className="py-1 text-end font-normal">
            {say("did.hours")}
          </th>
          {unit && (
            <th scope="col" className="py-1 text-end font-normal">
              {say(`did.${unit}`)}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {years.map(({ year, people, hours, amounts }, index) => (
          <tr key={year} className={`border-t border-(--hair) ${index === 0 ? "text-2xl" : ""}`}>
            <th scope="row" className="py-3 text-start font-semibold">
              {year}
            </th>
            <td className={`${cell} ${index === 0 ? "text-accent" : ""}`}>{numbers().format(people)}</td>
            <td className={`${cell} ${index === 0 ? "text-accent" : ""}`}>{numbers().format(hours)}</td>
            {unit && (
              <td className={`${cell} ${index === 0 ? "text-accent" : ""}`}>
                {numbers().format(amounts.find((amount) => amount.unit === unit)?.count ?? 0)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
