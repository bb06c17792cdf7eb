# SPDX-License-Identifier: Apache-2.0
# The functions of the package with the real command line; skipped where there is none.
library(hedgerow)
if (!nzchar(Sys.getenv("HEDGEROW_HOME")) && !nzchar(Sys.which("hedgerow"))) {
  message("skipped: HEDGEROW_HOME is not set, and hedgerow is not on the PATH")
  quit(status = 0)
}
set.seed(7)
ward <- function(rows = 300) {
  sex <- factor(sample(c("F", "M"), rows, TRUE), c("other", "M", "F"))
  age <- rnorm(rows, 60, 12)
  dose <- 0.5 * age + rnorm(rows, 0, 3) + 6 * (sex == "M")
  data.frame(sex = sex, age = age, dose = dose, stay = 0.3 * dose + rnorm(rows))
}
before <- list.files(tempdir())
mixed <- learn(list(north = ward(), south = ward()))
stopifnot(identical(mixed$levels, list(sex = c("other", "M", "F"))))
stopifnot(identical(vapply(mixed$document$sites, function(site) site$name, ""), c("north", "south")))
stopifnot(nrow(mixed$edges) >= 3, identical(mixed$nodes$variable, c("sex", "age", "dose", "stay")))

new <- ward(20)
rownames(new) <- paste("row", 1:20)
new$sex <- factor(new$sex, c("F", "M", "unknown"))
predicted <- predict(mixed, new)
stopifnot(identical(rownames(predicted), rownames(new)), identical(levels(predicted$sex), levels(new$sex)))
stopifnot(abs(sum(predicted[1, c("sex=other", "sex=M", "sex=F")]) - 1) < 1e-9)
stopifnot(identical(attr(predicted, "scores")$variable, c("sex", "age", "dose", "stay")))

numbers <- learn(list(ward()[-1], ward()[-1]))
print(numbers)
effect <- effects(numbers, of = "dose", on = "stay", change = 2)
stopifnot(nrow(effect) == 1, effect$lower < 0.7, effect$upper > 0.5)
stopifnot(compare_networks(numbers, numbers)$shd == 0)
stopifnot(grepl("custom.fit", export_network(numbers, "bnlearn")))
after <- what_if(mixed, list(sex = "M"))
stopifnot(setequal(after$variable, c("age", "dose", "stay")), is.numeric(after$after))
refused <- tryCatch(predict(numbers, new["age"], given = "dose"), hedgerow_data_error = function(e) e)
stopifnot(inherits(refused, "hedgerow_error"), refused$exit_code == 3, grepl("dose", conditionMessage(refused)))
looked <- inspect_rows(list(north = new))
stopifnot(all(looked$columns$file == "north"), looked$columns$kind[1] == "category")
stopifnot(identical(setdiff(list.files(tempdir()), before), character()))

if (nzchar(Sys.getenv("HEDGEROW_TEST_STUDIES"))) {
  folder <- tempfile("study-")
  dir.create(folder)
  files <- file.path(folder, c("a.csv", "b.csv"))
  for (file in files) write.csv(ward()[-1], file, row.names = FALSE)
  out <- file.path(folder, "study")
  rehearsed <- rehearse(files, out, algorithm = "gram")
  plan <- file.path(out, "study.yaml")
  stopifnot(grepl("^sha256:", study_digest(plan)))
  port <- 20000 + Sys.getpid() %% 10000
  hub <- coordinator_start(plan, file.path(out, "coordinator"), file.path(folder, "state"), file.path(folder, "again"),
    listen = paste0("localhost:", port), status = port + 1, wait = FALSE)
  sites <- lapply(1:2, function(k) {
    own <- file.path(out, paste0("site-", k))
    site_join(plan, paste0("site-", k), file.path(own, "identity"), files[k], file.path(folder, k),
      file.path(own, "join.yaml"), paste0("localhost:", port), wait = FALSE)
  })
  for (process in c(sites, list(hub))) study_wait(process, 120)
  stopifnot(compare_networks(rehearsed, load_result(file.path(folder, "again")))$shd == 0)
  late <- site_join(plan, "site-1", file.path(out, "site-1", "identity"), files[1], file.path(folder, "late"),
    file.path(out, "site-1", "join.yaml"), paste0("localhost:", port), wait = FALSE)
  study_cancel(late)
  cancelled <- tryCatch(study_wait(late), hedgerow_cancelled = function(e) "cancelled")
  stopifnot(identical(cancelled, "cancelled"))
  unlink(folder, recursive = TRUE)
}
