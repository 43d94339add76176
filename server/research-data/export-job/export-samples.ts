import type { ApiCallSample } from '../../platform/http/openapi';

/**
 * Programs that users can copy to get the data of a study: they request an export, wait for it, and
 * download it.
 */
const python = `import io, os, time, zipfile
import pandas as pd, requests

host, study = "https://lab.example", "0193a1b2-0000-7000-8000-000000000061"
calls = f"{host}/api/studies/{study}/exports/"
token = {"Authorization": f"Bearer {os.environ['COMMONLAB_TOKEN']}"}

asked = requests.post(calls, headers=token, json={"format": "csv", "without_rejected": True})
asked.raise_for_status()
while True:
    listed = requests.get(calls, headers=token).json()["items"]
    export = next(one for one in listed if one["_id"] == asked.json()["_id"])
    if export["state"] not in ("waiting", "running"):
        break
    time.sleep(5)
# The address itself is the permission, for ten minutes: no header.
archive = zipfile.ZipFile(io.BytesIO(requests.get(export["download_url"]).content))
data = pd.read_csv(archive.open("data.csv"), keep_default_na=False, na_values=[""])
runs = pd.read_csv(archive.open("runs.csv"))
data = data.merge(runs, on=["run_participant", "run_session", "run_attempt"])
`;
const r = `library(httr2)

host <- "https://lab.example"
study <- "0193a1b2-0000-7000-8000-000000000061"
calls <- request(host) |>
  req_url_path("api", "studies", study, "exports", "") |>
  req_auth_bearer_token(Sys.getenv("COMMONLAB_TOKEN"))

asked <- calls |>
  req_body_json(list(format = "csv", without_rejected = TRUE)) |>
  req_perform() |>
  resp_body_json()
repeat {
  listed <- calls |> req_perform() |> resp_body_json()
  export <- Filter(\\(one) one[["_id"]] == asked[["_id"]], listed$items)[[1]]
  if (!export$state %in% c("waiting", "running")) break
  Sys.sleep(5)
}
# The address itself is the permission, for ten minutes: no header.
archive <- tempfile(fileext = ".zip")
request(export$download_url) |> req_perform(path = archive)
data <- read.csv(unz(archive, "data.csv"), na.strings = "", check.names = FALSE)
runs <- read.csv(unz(archive, "runs.csv"), check.names = FALSE)
data <- merge(data, runs, by = c("run_participant", "run_session", "run_attempt"))
`;

export const exportSamples: Readonly<Record<string, readonly ApiCallSample[]>> = {
  'POST /api/studies/{id}/exports/': [
    { lang: 'Python', source: python },
    { lang: 'R', source: r },
  ],
};
