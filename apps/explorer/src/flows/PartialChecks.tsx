/** The note above a list whose rows can be checked without the other flows of their owners. */
export function PartialChecks() {
  return (
    <p className="note" data-testid="partial-checks">
      The health may ignore the owner’s other flows, which can spend the same money. The page of a flow includes them.
    </p>
  )
}
