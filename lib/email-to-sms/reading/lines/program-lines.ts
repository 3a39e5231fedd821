import { type MailLine, SIGNATURE } from "@/lib/email-to-sms/reading/lines/mail-line";

/** The longest line that a program adds below a text, in characters. */
const MAX_CHARACTERS = 240;

/** Kinds of devices, makers of phones and names of programs, in lower case. */
const DEVICE =
  "(?:i ?phon|i ?pad|i ?pod|apple watch|macbook|android|samsung|galaxy|huawei|honor|pixel|black ?berry|windows phone|nokia|" +
  "lumia|sony|xperia|htc|lg|oneplus|xiaomi|redmi|oppo|vivo|realme|motorola|moto|fairphone|mobile(?! home)|cell ?phone|cellular|smart ?phone|" +
  "phone|handheld|handset|tablet|device|handy|mobiltelefon|mobilgerät|téléphone|portable|móvil|celular|telefone?|telemóvel|" +
  "dispositivo|cellulare|telefono|smarttelefon|puhelim|telefonu|komórk|телефон|смартфон|планшет|устройств|айфон|手机|手機|平板|スマートフォン|携帯|휴대폰|스마트폰)";
const PROGRAM =
  "(?:outlook|yahoo!? ?mail|yahoo!?|gmail|google mail|mail for windows|windows mail|mail (?:für|pour|para|per|voor|för|til|dla|для|app)|courrier pour windows|" +
  "correo para windows|correio para o? ?windows|email para o? ?windows|posta per windows|почты для windows|aol|proton ?mail|tuta(?:nota)?|spark|" +
  "mailspring|superhuman|zoho|gmx|web\\.de|freenet|t-online|k-9 mail|fairemail|thunderbird|em client|blue ?mail|aqua ?mail|nine|typeapp|mymail|mail\\.ru|" +
  "почты? mail|яндекс|yandex|newton|airmail|canary|edison|boxer|workspace one|fastmail|mailbird|postbox|missive|polymail|mailbox|foxmail|" +
  "qq ?邮箱|qq ?mail|网易|naver|daum|nate|shortwave|spike|notion mail|icloud|orange|libero|virgilio|seznam|wp|onet|interia|rediffmail|tapatalk|workmail|hey)";
const EITHER = `(?:${DEVICE}|${PROGRAM})`;

/** Words before the name of a device, such as its maker's. */
const WORDS = "(?:[\\p{L}\\p{M}\\p{N}®™'’.&/,-]{1,25} ){0,5}";

/** The beginning of "Sent from my", in languages that write it before the device. */
const SENT_FROM = [
  "gesendet (?:von|mit|über|vom)",
  "(?:diese (?:nachricht|e[‑-]mail) wurde )?von (?:mein|einem|samsung|i)",
  "envoyé (?:de|depuis|à partir|avec|via|d)",
  "enviad[oa] (?:desde|de|do|da|a partir|con|com|pelo|via|por)",
  "inviato (?:da|dal|con|tramite)",
  "(?:verzonden|verstuurd) (?:vanaf|vanuit|via|met|van)",
  "skickat (?:från|med)",
  "skickades från",
  "sendt (?:fra|med|via)",
  "lähetetty",
  "wysłan[eoy] (?:z|ze|za|przy)",
  "odesláno (?:z|ze|pomocí)",
  "odoslané (?:z|zo)",
  "elküldve",
  "trimis (?:de|din|cu)",
  "στάλθηκε από",
  "(?:отправлено|отправлен[оа]) (?:с|со|из|через)",
  "надіслано (?:з|із|зі)",
  "изпратено от",
  "poslano (?:s|z|iz)",
  "enviat des",
  "أ?ُ?رسلت? من",
  "تم الإرسال من",
  "أُرسلت من",
  "נשלח מ",
  "dikirim dari",
  "dihantar dari",
  "(?:đã )?(?:được )?gửi từ",
  "ส่งจาก",
  "发自",
  "來自",
  "来自",
  "發自",
  "从我的",
  "從我的",
  "寄自",
  "mengirim dari",
];

/** The end of the same, in languages that write it after the device. */
const SENT_BEHIND =
  "(?:gesendet|gönderildi|gönderilmiştir|se lähetetty|से भेजा गया|から送信(?:しました|されました)?|에서 보냄|에서 보냈습니다|에서 전송|发送|發送|傳送|küldve|elküldve|verzonden)";

const ADDED: readonly RegExp[] = [
  // The pattern matches "Sent from my iPhone" with a remark about brevity.
  new RegExp(
    `^(?:this (?:e-?mail|message) (?:was|has been) )?sent (?:from|via|with|using|by|on) (?:(?:my|an?|the|your) )${WORDS}${EITHER}[\\p{L}\\p{M}\\p{N}®™'’ .&/,+-]{0,60}[.!]?(?:[ .,;:()–—-]{1,4}(?:please|pls|so|kindly|excuse|pardon|forgive|sorry|apologies|typos).{0,80})?$`,
    "u",
  ),
  new RegExp(
    `^sent (?:from|via|with|using|by) (?:the (?:all )?new )?${EITHER}[\\p{L}\\p{M}\\p{N}®™'’ .&/,+()-]{0,40}[.!]?$`,
    "u",
  ),
  /^sent (?:from|via|with|using) (?:mail|the mail app)$/u,
  new RegExp(`^(?:${SENT_FROM.join("|")}).{0,40}${EITHER}.{0,40}$`, "u"),
  new RegExp(`^.{0,60}${EITHER}.{0,30}${SENT_BEHIND}[.。]?$`, "u"),
  // The pattern matches "Get Outlook for iOS".
  /^(?:get|download|try|install) (?:the )?(?:new )?(?:outlook|bluemail|typeapp|yahoo mail|aol|spark|mailspring|proton ?mail|canary|edison mail|my ?mail|nine) (?:app )?(?:for|on) (?:ios|android|mac|windows|mobile|your phone)\b.{0,20}$/u,
  /^(?:obtenir|télécharger?z?|téléchargez|obtener|obtenga|descargar?|obter|obtenha o?|obter o|baixar|baixe o?|ottenere|ottieni|scarica|hämta|hent|få|skaff deg|pobierz|pobierz aplikację|stáhnout|získat|preuzmi|descărcați|obțineți|λήψη|скачать|загрузите|получить|завантажити|dapatkan|tải|下载|获取|取得|下載|احصل على|קבל את|प्राप्त करें|รับ) ?(?:o )?.{0,20}outlook\b.{0,40}$/u,
  /^.{0,20}outlook.{0,30}(?:beziehen|holen|abrufen|herunterladen|downloaden|ophalen|edinin|al|を入手|の入手|取得|다운로드|받기|가져오기|प्राप्त करें)$/u,
  /^yahoo mail: search, organi[sz]e, conquer$/u,
  /^secured with tuta(?:nota)?(?: mail)?:?$/u,
  // Virus scanners add these lines.
  /^(?:virus-?free|virenfrei|libre de virus|livre de vírus|garanti sans virus|sans virus|privo di virus|virusvrij|без вирусов|wolny od wirusów|virusfri)\b.{0,60}(?:avast|avg).{0,60}$/u,
  /^.{0,90}\b(?:virus|viruses|viren|vírus|вирус\p{L}{0,4})\b.{0,60}\b(?:avast|avg|eset|kaspersky|norton|mcafee|bitdefender)\b.{0,40}$/u,
  /^.{0,60}\b(?:avast|avg|eset|kaspersky|norton|mcafee|bitdefender)\b.{0,60}\b(?:virus|viruses|viren|vírus)\b.{0,40}$/u,
];

/** The fewest characters of such a line, and a pattern for a word that each such line has. */
const MIN_CHARACTERS = 8;
const MENTION = new RegExp(`${EITHER}|mail|virus|viren|vírus|вирус|tuta|avast|avg`, "u");

/** An address in a line, in brackets or without them. */
const LINK = /[<([]{0,2}(?:https?:\/\/|mailto:|www\.)[^\s<>()[\]]{1,300}[>)\]]{0,2}/gu;

/** Separators that programs write above such a line. */
const SEPARATOR = /^(?:[-–—_=*~.]{1,80})$/u;

/**
 * Drops the lines that programs add below a text, such as "Sent from my iPhone". It also drops the empty lines above
 * each of these lines, and separators. It drops only whole lines.
 */
export function withoutProgramLines(lines: readonly MailLine[]): MailLine[] {
  const kept: MailLine[] = [];
  for (const line of lines) {
    if (!isProgramLine(line)) {
      kept.push(line);
      continue;
    }
    const above = kept.at(-1)?.words ?? "";
    // A signature ends the text in any case.
    if (above !== SIGNATURE && SEPARATOR.test(above)) kept.pop();
    while (kept.at(-1)?.text === "") kept.pop();
  }
  return kept;
}

function isProgramLine({ words, isQuoted }: MailLine): boolean {
  if (isQuoted || words.length < MIN_CHARACTERS || words.length > MAX_CHARACTERS) return false;
  if (!MENTION.test(words)) return false;
  const bare = words
    .replace(LINK, "")
    .replace(/[[\]_]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return ADDED.some((form) => form.test(bare) || form.test(words));
}
