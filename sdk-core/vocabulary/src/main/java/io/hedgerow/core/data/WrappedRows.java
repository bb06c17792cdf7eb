// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.nio.file.Path;
import java.util.Optional;

/** A base class for rows that wrap another source, changed or filtered, and delegate to it by default. */
public abstract class WrappedRows implements RowSource {

    /** The rows that are wrapped. */
    protected final RowSource source;

    /**
     * Wraps rows. Reads nothing.
     *
     * @param source the rows
     */
    protected WrappedRows(RowSource source) {
        this.source = source;
    }

    /** {@return the source behind all wrappers, the same object for all wrappers made of it} */
    public final RowSource innermost() {
        RowSource inner = source;
        while (inner instanceof WrappedRows wrapped) {
            inner = wrapped.source;
        }
        return inner;
    }

    @Override
    public VariableSchema schema() {
        return source.schema();
    }

    @Override
    public String description() {
        return source.description();
    }

    @Override
    public Optional<Path> file() {
        return source.file();
    }

    @Override
    public Optional<RowSource.Origin> origin() {
        return source.origin();
    }

    @Override
    public boolean knowsUsers() {
        return source.knowsUsers();
    }

    @Override
    public boolean keepsOrder() {
        return source.keepsOrder();
    }

    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        return source.reasonUnsafeForPrivacy();
    }

    @Override
    public boolean sumsWhereRowsAre() {
        return source.sumsWhereRowsAre();
    }

    @Override
    public Omitted omitted() {
        return source.omitted();
    }
}
