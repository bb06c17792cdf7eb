# SPDX-License-Identifier: Apache-2.0

rehearse <- function(files, out, ..., progress = FALSE, timeout = 0) {
  words <- c("federation", "--data", vapply(files, absolute, "", USE.NAMES = FALSE), paste0("--out=", absolute(out)))
  run(c(words, option_words(list(...))), progress, timeout)
  load_result(file.path(absolute(out), "result"))
}

study_init <- function(plan, data, sites, ...) {
  plan <- absolute(plan)
  run(c("study", "init", plan, paste0("--data=", absolute(data)), option_words(list(sites = sites, ...))))
  invisible(plan)
}

study_check <- function(plan, rules = NULL, site = NULL) {
  if (!is.null(rules)) rules <- absolute(rules)
  invisible(run(c("study", "check", absolute(plan), option_words(list(rules = rules, site = site)))))
}

study_digest <- function(plan) run(c("study", "digest", absolute(plan)))$digest

coordinator_start <- function(plan, identity, data, out, ..., wait = TRUE, progress = FALSE) {
  places <- list(study = absolute(plan), identity = absolute(identity), data = absolute(data), out = absolute(out))
  start(c("coordinator", "start", option_words(c(places, list(...)))), wait, progress)
}

site_words <- function(action, plan, site, identity, data, home, rules, coordinator, options) {
  places <- lapply(list(study = plan, identity = identity, data = data, home = home, rules = rules), absolute)
  c("site", action, option_words(c(list(site = site), places, list(coordinator = coordinator), options)))
}

site_join <- function(plan, site, identity, data, home, rules, coordinator, ..., wait = TRUE, progress = FALSE) {
  start(site_words("join", plan, site, identity, data, home, rules, coordinator, list(...)), wait, progress)
}

site_doctor <- function(plan, site, identity, data, home, rules, coordinator, ...) {
  run(site_words("doctor", plan, site, identity, data, home, rules, coordinator, list(...)))
}

start <- function(words, wait, progress) {
  if (wait) return(run(words, progress))
  if (.Platform$OS.type != "unix") {
    stop("wait must be TRUE on Windows: R knows no number of a process that it does not wait for", call. = FALSE)
  }
  folder <- private_folder()
  files <- file.path(folder, c("out", "log", "pid", "code"))
  script <- "\"$@\" >\"$H/out\" 2>\"$H/log\" </dev/null & echo $! >\"$H/pid.new\"; mv \"$H/pid.new\" \"$H/pid\"
    wait $!; echo $? >\"$H/code.new\"; mv \"$H/code.new\" \"$H/code\""
  command <- c(hedgerow_command(), words, "--json", if (!progress) "--quiet")
  system2("sh", vapply(c("-c", script, "sh", command), shQuote, "", USE.NAMES = FALSE),
    wait = FALSE, stdout = FALSE, stderr = FALSE, env = paste0("H=", shQuote(folder)))
  awaited(files[3], 10)
  structure(list(pid = as.integer(readLines(files[3])), files = files), class = "hedgerow_process")
}

awaited <- function(file, seconds) {
  end <- Sys.time() + seconds
  while (!file.exists(file)) {
    if (Sys.time() > end) return(FALSE)
    Sys.sleep(0.05)
  }
  TRUE
}

study_wait <- function(process, timeout = Inf) {
  if (!awaited(process$files[4], timeout)) {
    study_cancel(process)
    fail(124L, paste("ended after", timeout, "s, the time limit"))
  }
  on.exit(unlink(dirname(process$files[1]), recursive = TRUE))
  ended(as.integer(readLines(process$files[4])), process$files)
}

study_cancel <- function(process) {
  if (!file.exists(process$files[4])) {
    pskill(process$pid)
    if (!awaited(process$files[4], 5)) pskill(process$pid, 9L)
    awaited(process$files[4], 5)
  }
  invisible(process)
}

study_status <- function(port) {
  page <- url(paste0("http://127.0.0.1:", as.integer(port), "/status.json"), encoding = "UTF-8")
  on.exit(close(page))
  fromJSON(paste(readLines(page, warn = FALSE), collapse = "\n"), simplifyVector = FALSE)
}
