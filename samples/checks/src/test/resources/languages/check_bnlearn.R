# SPDX-License-Identifier: Apache-2.0
# Runs a script for bnlearn with stand-ins for the functions that it uses, and prints what was made, a line for each number.
#
# The stand-ins have the signatures and the rules of bnlearn's documentation: custom.fit(x, dist, ordinal, debug = FALSE),
# https://www.bnlearn.com/documentation/man/bn.fit.html and https://www.bnlearn.com/examples/custom-fitted/: dist is a list
# with an element named after each node. Of a category without parents that is a matrix of one row with the levels as
# dimnames, and with parents an array whose first dimension is the node and whose other ones are its parents, by the names of
# dimnames. Of a number it is a list of coef, with "(Intercept)" and the parents as names, and sd. Probabilities sum to 1.
script <- parse(commandArgs(TRUE)[1], encoding = "UTF-8")

library <- function(package) stopifnot(identical(as.character(substitute(package)), "bnlearn"))

empty.graph <- function(nodes, num = 1) {
  stopifnot(is.character(nodes), all(nzchar(nodes)), !anyDuplicated(nodes), num == 1)
  list(nodes = nodes, arcs = matrix(character(), ncol = 2))
}

`arcs<-` <- function(x, check.cycles = TRUE, check.illegal = TRUE, debug = FALSE, value) {
  stopifnot(is.matrix(value), is.character(value), ncol(value) == 2, all(value %in% x$nodes), !anyDuplicated(value))
  left <- value
  while (nrow(left) > 0) { # without cycles there is always a node that nothing leads to
    roots <- setdiff(left[, 1], left[, 2])
    if (length(roots) == 0) stop("the graph has cycles")
    left <- left[!(left[, 1] %in% roots), , drop = FALSE]
  }
  x$arcs <- value
  x
}

custom.fit <- function(x, dist, ordinal, debug = FALSE) {
  stopifnot(is.list(dist), setequal(names(dist), x$nodes), !anyDuplicated(names(dist)))
  parents <- lapply(x$nodes, function(node) x$arcs[x$arcs[, 2] == node, 1])
  names(parents) <- x$nodes
  levels <- lapply(dist, function(d) if (is.list(d)) NULL else if (nrow(d) == 1) dimnames(d)[[2]] else dimnames(d)[[1]])
  for (node in x$nodes) {
    d <- dist[[node]]
    if (is.list(d)) {
      stopifnot(setequal(names(d), c("coef", "sd")), setequal(names(d$coef), c("(Intercept)", parents[[node]])))
      stopifnot(length(d$coef) == length(parents[[node]]) + 1, length(d$sd) == 1, d$sd >= 0)
    } else if (length(parents[[node]]) == 0) {
      stopifnot(is.matrix(d), nrow(d) == 1, abs(sum(d) - 1) <= 0.01, all(d >= 0))
    } else {
      stopifnot(is.array(d), names(dimnames(d))[1] == node, setequal(names(dimnames(d))[-1], parents[[node]]))
      for (parent in parents[[node]]) stopifnot(identical(dimnames(d)[[parent]], levels[[parent]]))
      stopifnot(all(d >= 0), all(abs(apply(d, seq_along(dim(d))[-1], sum) - 1) <= 0.01))
    }
  }
  list(dist = dist, parents = parents)
}

line <- function(...) cat(paste(vapply(enc2utf8(c(...)), utils::URLencode, "", reserved = TRUE), collapse = "\t"), "\n", sep = "")
number <- function(x) sprintf("%.17g", x)

eval(script)
for (node in names(fitted$dist)) {
  d <- fitted$dist[[node]]
  if (is.list(d)) {
    for (name in names(d$coef)) line(node, name, number(d$coef[[name]]))
    line(node, "(sd)", number(d$sd))
  } else if (length(fitted$parents[[node]]) == 0) {
    for (level in colnames(d)) line(node, level, number(d[1, level]))
  } else {
    cells <- expand.grid(dimnames(d), stringsAsFactors = FALSE)
    for (k in seq_along(d)) {
      others <- unlist(cells[k, -1, drop = FALSE])
      line(node, cells[k, 1], sort(paste0(names(cells)[-1], "=", others), method = "radix"), number(d[k]))
    }
  }
}
