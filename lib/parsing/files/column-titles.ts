/**
 * The kind of a column according to its title. The best kinds come first: a mobile, a phone, a phone of home or work.
 * They are followed by undecided titles, and by columns without a number of the person.
 */
export type ColumnKind = "mobile" | "phone" | "other-phone" | "unknown" | "no-number";

/** The most words of a title. A longer text is a sentence. */
const MAX_WORDS = 8;

/** Beginnings of words in the languages of address books, folded to small letters without accents. */
const MOBILE = startsWith(
  "mobil|mobiel|mob|movil|cell|cellphone|cellular|celular|cel|handy|portable|portatil|gsm|telemovel|sms",
  "whatsapp|whats app|msisdn|pukoro|komorkow|matkapuhelin|kannykka|hp|ponsel|smartphone|iphone|手机|手機",
  "移动电话|行動電話|携帯|휴대|핸드폰|мобил|сотов|κινητο|موبايل|جوال|محمول|मोबाइल|di dong|มือถือ",
);
const PHONE = startsWith(
  "phone|phon|tel|telephone|telefon|telefoon|puhelin|waea|ph|fon|rufnummer|fono|recipient|to",
  "destination|msisdn|电话|電話|전화|телефон|τηλεφων|هاتف|फोन|dien thoai|โทรศัพท์",
);

/** Titles that mean a phone's number only if they contain no other word. */
const NUMBER =
  /^(?:(?:contact|call|txt|text|sms|send to|recipient|destination|dial|my|your|full|international) )?(?:numbers?|no|num|nr|numero|nummer|numer|nama|номер|号码|號碼|番号|번호)$/u;

/** Words that change the meaning of a phone's column, such as its type or country. */
const NEVER = startsWith(
  "fax|telefax|telex|faks|id|ids|uuid|guid|type|typ|label|ext|extension|date|datum|fecha|created",
  "updated|modified|time|timestamp|email|mail|consent|accepts|opt|opted|carrier|network|verified|status",
  "valid|country|area|prefix|pager|model|count|subscribed|unsubscribed|marketing|isdn|tty|radio|car",
  "system|plan|bill|minutes|book",
);

/** Words of columns that may look like numbers of phones. */
const OTHER_NUMBERS = startsWith(
  "postcode|postal|zip|plz|price|total|amount|balance|spent|cost|ird|gst|abn|vat|tax|nhi|iban|bank",
  "invoice|order|account|customer n|house|street|card|employee|member|reference|ref|registration",
  "licence|license|passport|latitude|longitude|quantity|qty|birthday|dob|geburt|age|year|url|website",
  "line|row|sku|barcode|serial|imei",
);
const SOMEBODY_ELSE = startsWith("emergency|next of kin|nok|assistant|doctor|gp|referr|manager");
const ELSEWHERE = startsWith(
  "home|work|business|office|other|company|main|landline|fixed|fixe|fixo|fijo|privat|festnetz|firma",
  "geschaft|trabajo|casa|domicile|bureau|travail|partner|spouse|parent|secondary|alternat|alt",
  "after hours|callback|switchboard|ddi|direct|kainga|mahi|2nd",
);

/** Returns the kind of a column from its title. Never throws. */
export function kindOfTitle(title: string): ColumnKind {
  const words = foldedTitle(title);
  if (words === "" || words.split(" ").length > MAX_WORDS) return "unknown";
  const isOf = (kind: readonly RegExp[]) => kind.some((each) => each.test(words));
  const isMobile = isOf(MOBILE);
  const isPhone = isOf(PHONE) || NUMBER.test(words);
  if (isOf(NEVER) || isOf(SOMEBODY_ELSE)) return "no-number";
  if (!isMobile && !isPhone) return isOf(OTHER_NUMBERS) ? "no-number" : "unknown";
  if (isMobile) return "mobile";
  return isOf(ELSEWHERE) ? "other-phone" : "phone";
}

/** Words of other columns' titles, which mark a row of titles. */
const OTHER_TITLES = startsWith(
  "name|first|last|given|family|surname|email|mail|address|city|town|suburb|country|company",
  "organisation|organization|note|notes|title|birthday|group|tags|state|region|nom|nombre|naam|nome",
  "vorname|nachname|prenom|apellido|ingoa|imeera|imię|nazwisko|姓名|名前|이름|имя|postcode|zip|id|date",
  "created|status|customer|contact|order",
);

/** Returns whether a cell looks like the title of a column. Never throws. */
export function isTitle(cell: string): boolean {
  if (kindOfTitle(cell) !== "unknown") return true;
  const words = foldedTitle(cell);
  return words.split(" ").length <= 4 && OTHER_TITLES.some((each) => each.test(words));
}

/** The most characters of a title that are read. */
const MAX_TITLE = 200;

/**
 * Returns a title in small letters without accents, with one blank between words: `MobilePhone_1` becomes
 * `mobile phone 1`.
 */
function foldedTitle(title: string): string {
  return title
    .slice(0, MAX_TITLE)
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .normalize("NFD")
    .replace(/([a-z\u0370-\u03ff])\p{Mn}+/gu, "$1")
    .normalize("NFC")
    .replaceAll("\u0111", "d")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/** Returns patterns of words with these beginnings. A short one matches only a whole word. */
function startsWith(...lists: string[]): readonly RegExp[] {
  return lists
    .flatMap((list) => list.split("|"))
    .map((beginning) => {
      if (/[^\p{Script=Latin} \d]/u.test(beginning)) return new RegExp(beginning, "u");
      return new RegExp(`(?:^| )${beginning}${beginning.length < 5 ? "s?(?= |$)" : ""}`, "u");
    });
}
