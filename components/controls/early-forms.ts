/** The attribute of a form whose code is there. */
export const LISTENS = "data-listens";

/** The attribute of a form that was submitted before its code was there. */
const EARLY = "data-early";

/**
 * Runs in every page before its forms are read: holds the submissions of forms without their code
 * (rules: early forms). React would get an event of a form that it has not read, and the browser would leave the page.
 */
export const HOLD_EARLY_FORMS = `addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post" || form.hasAttribute("${LISTENS}")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  form.setAttribute("${EARLY}", "");
}, true)`;

/** Returns whether a form was submitted before its code was there, the first time that it is called. */
export function isEarly(form: HTMLFormElement): boolean {
  const was = form.hasAttribute(EARLY);
  form.removeAttribute(EARLY);
  return was;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Repeats the changes of fields that a reader made before React listened to them. */
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

/** A click changes the field: it begins with the value before. */
function repeatCheck(field: HTMLInputElement): void {
  field.checked = !field.checked;
  field.click();
}

/**
 * React ignores an event without a change since it last looked. It sees each assignment to the element's own property, and
 * none to that of the prototype.
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
