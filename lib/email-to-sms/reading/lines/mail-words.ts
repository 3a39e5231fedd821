/** Words that mail programs write into their users' texts, in the languages of these programs. */

/** Returns the words of a table, which are separated by bars and lines. A bar may be before the first one. */
const words = (table: string) =>
  table
    .trim()
    .replace(/^\|\s*/, "")
    .split(/\s*[|\n]\s*/);

/** Verbs of the line above a quotation: "On Monday, Bob wrote:". */
const VERBS = words(`
  | wrote | writes | schrieb | schreibt | geschrieben | a écrit | écrivait | escribió | escribio
  va escriure | escreveu | schreef | geschreven | ha scritto | scrive | skrev | skreiv | kirjoitti
  kirjutas | napisał | napisała | napisał(a) | pisze | napsal | napsala | napsal(a) | píše | napísal
  napísal(a) | napisao | je napisao | írta | a scris | έγραψε | пишет | писал | писал(а) | написал
  написала | написал(а) | пише | написав | написав(-ла) | написа | yazdı | yazdi | كتب | كتبت
  تمت كتابة | כתב | כתבה | כתב/ה | ने लिखा | লিখেছেন | نے لکھا | نوشت | menulis | đã viết | viết
  เขียน | 写道 | 寫道 | 写到 | 书写 | は書きました | が書きました | のメール | のメッセージ | 작성 | 님이 씀 | 썼습니다 | i tuhi
`);

/** Words that begin such a line, before a date. */
const OPENERS = words(`
  | on | at | in a message dated | am | le | el | em | a | op | il | il giorno | in data | den | på
  dnia | w dniu | dne | dňa | dana | στις | в | на | у | în | la | pada | pada tanggal | vào
  ในวันที่ | เมื่อ | في | بتاريخ | בתאריך | ב | i te
`);

export type Field = "from" | "sent" | "date" | "to" | "subject";

/** Names of each field. "sent" is a date that only such a head has. */
const FIELDS: Readonly<Record<Field, readonly string[]>> = {
  from: words(`
    from | von | absender | de | expéditeur | da | mittente | remitente | van | afzender | från | fra
    lähettäjä | od | nadawca | odesílatel | feladó | de la | από | от | от кого | від | кому від
    kimden | gönderen | من | מאת | प्रेषक | से | dari | daripada | từ | จาก | 发件人 | 寄件人 | 寄件者 | 发送人
    差出人 | 送信者 | 보낸 사람 | 보낸사람 | 발신 | nā
  `),
  sent: words(`
    | sent | date sent | gesendet | gesendet am | envoyé | envoyé le | enviado | enviado el | enviado em
    enviada em | inviato | data invio | verzonden | skickat | sendt | lähetetty | wysłano | wysłane
    odesláno | odoslané | elküldve | trimis | στάλθηκε | отправлено | надіслано | gönderildi
    gönderme tarihi | gönderilme tarihi | تاريخ الإرسال | تم الإرسال | נשלח | भेजा गया | dikirim
    dihantar | đã gửi | gửi lúc | ส่ง | ส่งเมื่อ | 发送时间 | 发件时间 | 發送時間 | 寄件日期 | 傳送時間 | 送信日時 | 보낸 날짜
    보낸날짜 | 보낸 시간
  `),
  date: words(`
    date | datum | fecha | data | dato | päivämäärä | päiväys | dátum | dată | ημερομηνία | дата | tarih
    التاريخ | تاريخ | תאריך | दिनांक | तारीख | tanggal | tarikh | ngày | วันที่ | 日期 | 时间 | 日付 | 日時 | 날짜
  `),
  to: words(`
    to | an | à | a | para | aan | till | til | vastaanottaja | do | komu | címzett | către | προς
    кому | kime | alıcı | إلى | الى | אל | प्रति | को | kepada | đến | tới | ถึง | 收件人 | 收件者 | 宛先
    받는 사람 | 받는사람 | 수신 | cc | kopie | копия
  `),
  subject: words(`
    subject | betreff | objet | asunto | assunto | oggetto | onderwerp | ämne | emne | aihe | temat
    předmět | predmet | tárgy | subiect | θέμα | тема | konu | الموضوع | موضوع | נושא | विषय | subjek
    subyek | perihal | chủ đề | tiêu đề | เรื่อง | หัวเรื่อง | 主题 | 主旨 | 主題 | 标题 | 件名 | 제목
  `),
};

/** Words between dashes above an answered email. */
const ORIGINALS = words(`
  | original message | original | original email | original appointment | ursprüngliche nachricht
  originalnachricht | ursprüngliche mail | original-nachricht | message d'origine | message original
  message initial | mensaje original | mensagem original | messaggio originale | messaggio originario
  oorspronkelijk bericht | origineel bericht | ursprungligt meddelande | originalmeddelande
  original meddelelse | oprindelig meddelelse | opprinnelig melding | alkuperäinen viesti
  wiadomość oryginalna | oryginalna wiadomość | původní zpráva | pôvodná správa | eredeti üzenet
  mesaj original | mesajul original | αρχικό μήνυμα | исходное сообщение | оригинальное сообщение
  вихідне повідомлення | orijinal mesaj | orijinal ileti | özgün ileti | الرسالة الأصلية
  הודעה מקורית | मूल संदेश | pesan asli | mesej asal | thư gốc | tin nhắn gốc | ข้อความต้นฉบับ | 原始邮件
  原始郵件 | 邮件原件 | 原邮件 | 元のメッセージ | original message (원본) | 원본 메시지 | 원본메시지 | 원본 메일
`);

/** Words between dashes, or before a colon, above a forwarded email. */
const FORWARDS = words(`
  | forwarded message | forwarded email | begin forwarded message | forwarded by
  weitergeleitete nachricht | weitergeleitete mail | anfang der weitergeleiteten nachricht
  anfang der weitergeleiteten e‑mail | message transféré | message réexpédié | courriel transféré
  début du message transféré | début du message réexpédié | mensaje reenviado
  inicio del mensaje reenviado | mensagem encaminhada | mensagem reencaminhada
  início da mensagem encaminhada | início da mensagem reencaminhada | messaggio inoltrato
  inizio messaggio inoltrato | doorgestuurd bericht | begin doorgestuurd bericht
  vidarebefordrat meddelande | vidarebefordrat brev | vidarebefordrat mejl | videresendt meddelelse
  videresendt melding | videresendt e-post | videresendt besked | start på videresendt besked
  videresendt e‑mail | välitetty viesti | edelleenlähetetty viesti | edelleenlähetetty viesti alkaa
  välitetty viesti alkaa | wiadomość przekazana | przekazana wiadomość | treść przekazanej wiadomości
  początek przekazywanej wiadomości | rozpoczęto przekazaną wiadomość | přeposlaná zpráva
  začátek přeposlané zprávy | továbbított üzenet | továbbított levél kezdete | mesaj redirecționat
  προωθημένο μήνυμα | пересылаемое сообщение | перенаправленное сообщение
  начало переадресованного сообщения | начало пересылаемого сообщения | переслане повідомлення
  yönlendirilmiş ileti | iletilen mesaj | iletilen ileti | iletilen ileti başlangıcı
  yönlendirilen mesaj | رسالة معاد توجيهها | بداية الرسالة المعاد توجيهها | הודעה שהועברה
  תחילת ההודעה שהועברה | अग्रेषित संदेश | pesan terusan | pesan yang diteruskan
  mulai pesan yang diteruskan | thư được chuyển tiếp | tin nhắn đã chuyển tiếp | ข้อความที่ส่งต่อ
  转发的邮件 | 转发的消息 | 转发邮件信息 | 转发邮件 | 下面是被转发的邮件 | 轉寄的郵件 | 轉寄郵件 | 開始轉寄郵件 | 轉寄訊息 | 転送メッセージ | 転送されたメッセージ
  転送されたメール | 転送メール | 전달된 메시지 | 전달된 메일 | 전달 메시지
`);

/** Prefixes of a forwarded email's subject. "VS" is missing because it marks an answer in Finnish. */
const FORWARD_PREFIXES = words(`
  fw | fwd | wg | wtr | tr | tf | rv | enc | i | doorst | dst | vb | vl | pd | πρθ | továbbítás
  továbbítva | пересл | пер | ilt | ynl | إعادة توجيه | הועבר | 转发 | 轉寄 | 轉發 | 転送 | 전달
`);

/** A non-breaking hyphen, as Apple Mail writes it. Other programs write a plain hyphen. */
const HYPHEN = "‑";

const anyOf = (words: readonly string[]) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) =>
      word
        .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
        .replaceAll(" ", "\\s")
        .replaceAll(HYPHEN, "[‑-]"),
    )
    .join("|");

const DASHES = "[-_=*~–—─━]";

/** A line in lower case with a verb that is no part of another word. */
export const VERB = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${anyOf(VERBS.filter(isSpaced))})(?![\\p{L}])|${anyOf(VERBS.filter((verb) => !isSpaced(verb)))}`,
  "u",
);
/** The beginning of a line above a quotation, in lower case. */
export const OPENER = new RegExp(`^(?:${anyOf(OPENERS)})(?=[\\s\\p{Nd}-])`, "u");
/** A line in lower case between dashes, above an answered email. */
export const ORIGINAL = new RegExp(
  `^${DASHES}{2,80}\\s{0,9}(?:${anyOf(ORIGINALS)})\\s{0,9}${DASHES}{2,80}$`,
  "u",
);
/** A line in lower case above a forwarded email. */
export const FORWARDED = new RegExp(
  `^(?:${DASHES}{2,80}\\s{0,9}(?:${anyOf(FORWARDS)})(?:\\s.{0,200})?\\s{0,9}${DASHES}{2,80}|(?:${anyOf(FORWARDS)})\\s?[:：])$`,
  "u",
);
/** The beginning of a forwarded email's subject, in lower case. */
export const FORWARD_SUBJECT = new RegExp(`^(?:${anyOf(FORWARD_PREFIXES)})\\s?[:：.]`, "u");

const FIELD_NAMES: ReadonlyMap<string, Field> = new Map(
  Object.entries(FIELDS).flatMap(([field, names]) => names.map((name) => [name, field as Field] as const)),
);

/** Returns the field of a name in lower case. */
export function fieldOf(name: string): Field | null {
  return FIELD_NAMES.get(name) ?? null;
}

/** Returns whether a verb's language writes spaces between words. */
function isSpaced(verb: string): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(
    verb,
  );
}
