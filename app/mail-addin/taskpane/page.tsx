import { TaskPane } from "@/app/mail-addin/taskpane/_components/task-pane";

export const metadata = { title: "Send a text", robots: { index: false } };

/**
 * Draws the pane that Outlook shows beside an email. It is also a page in any browser. It uses the add-in's
 * token, never a session.
 */
export default function TaskPanePage() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-4 px-4 py-5">
      <h1 className="text-xl font-semibold tracking-tight">Send a text</h1>
      <TaskPane />
    </main>
  );
}
