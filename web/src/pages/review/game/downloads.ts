/** Downloads of a game: links for a table; for a record, files that the server converts. */
import { inLanguage } from "../../../client/api";
import { postForResponse } from "../../../client/streamingApi";

export const FILE_FORMATS = ["grav", "json", "sgf", "svg"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export interface DownloadedView {
  /** The number of the placement after which the picture is drawn. */
  readonly move: number;
  /** Whether breaches and shapes are drawn. */
  readonly truth: boolean;
}

export function downloadQuery(form: FileFormat, { move, truth }: DownloadedView): string {
  return form === "svg" ? `?form=svg&move=${move}&truth=${truth}` : `?form=${form}`;
}

export function tableFilePath(table: string, form: FileFormat, view: DownloadedView): string {
  return inLanguage(`/api/tables/${encodeURIComponent(table)}/record${downloadQuery(form, view)}`);
}

export function fileName(table: string | null, form: FileFormat, { move }: DownloadedView): string {
  const name = table === null ? "grav-game" : `grav-${table}`;
  return form === "svg" ? `${name}-${move}.svg` : `${name}.${form}`;
}

export async function convertRecord(
  record: string,
  form: FileFormat,
  view: DownloadedView,
): Promise<Blob> {
  const path = `/api/review/convert${downloadQuery(form, view)}`;
  return (await postForResponse(path, { record })).blob();
}

/** Saves a file by a temporary link. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers fetch it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
