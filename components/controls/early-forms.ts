/** The attribute of a form whose code is loaded. */
export const LISTENS = "data-listens";

/** The attribute of a form that was submitted before its code was loaded. */
const EARLY = "data-early";

/**
 * A script that every page runs before its forms are parsed: it holds submissions of forms without their code
 * (rules: early forms). React would miss the event of a form that it has not read, and the browser would
 * leave the page.
 */
export const HOLD_EARLY_FORMS = `addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post" || form.hasAttribute("${LISTENS}")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  form.setAttribute("${EARLY}", "");
}, true)`;

/** Returns whether a form was submitted before its code was loaded. It returns true only once. */
export function isEarly(form: HTMLFormElement): boolean {
  const was = form.hasAttribute(EARLY);
  form.removeAttribute(EARLY);
  return was;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Repeats the changes that a reader made to fields before React listened. */
export function tellOfEarlyFields(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) {
      const isChanged = [...field.options].some((option) => option.selected !== option.defaultSelected);
      if (isChanged) field.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
      if (field.checked !== field.defaultChecked) repeatCheck(field);
    } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      if (field.value !== field.defaultValue.replaceAll(/\r\n?/g, "\n")) repeatText(field);
    }
  }
}

/** Repeats a change of a checkbox. A click changes the field, so it is first set to its previous value. */
function repeatCheck(field: HTMLInputElement): void {
  field.checked = !field.checked;
  field.click();
}

/**
 * Repeats a change of a text. React ignores an event without a change since its last look at the field. React
 * sees assignments to the element's own property, and misses those to the prototype's.
 */
function repeatText(field: Field): void {
  const { value: early, selectionStart, selectionEnd, selectionDirection } = field;
  field.value = field.defaultValue;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
  set?.call(field, early);
  if (selectionStart !== null)
    field.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
