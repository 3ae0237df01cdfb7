package com.couponengine.core.store;

import com.couponengine.core.code.CouponCode;
import com.couponengine.core.coupon.Coupon;
import com.couponengine.core.error.OutcomeUnknownException;
import com.couponengine.core.error.StoreUnavailableException;
import com.couponengine.core.gate.ShareId;
import java.util.List;
import java.util.Optional;

/**
 * Port: issuing coupons. The authority: what it refuses is not granted, whatever the gate said. Thread-safe, for any
 * number of hosts at once. Calls end within the time that the adapter states, with {@link StoreUnavailableException} if
 * nothing was changed and {@link OutcomeUnknownException} if that is not known.
 */
public interface IssueStore {
    /**
     * Issues coupons: the rows, the counter and the events of those granted in one transaction. Each request has its own
     * answer; one that is refused takes nothing from the others, and in order of arrival the limit and the units go to
     * the first. A request that was granted before is answered with its coupon, whatever state the template is in.
     *
     * @return an answer for each request, in the same order
     */
    List<IssueAnswer> issue(IssueBatch batch);

    /**
     * Decides an attempt whose outcome is unknown. If the code is a coupon's row, the attempt was granted; else the code
     * is taken by a fence row, so that the attempt can never commit. Waits for a commit under way.
     *
     * <p>Idempotent: once FENCED always FENCED, once GRANTED always GRANTED.
     *
     * @throws OutcomeUnknownException if it cannot be decided in time; then it is still unknown
     */
    FenceAnswer fence(long templateId, long userId, CouponCode code);

    /**
     * The coupons that were granted for users' request ids, archived ones included. Users of one data source share a
     * query. Nothing is locked; the same key may be asked more than once.
     *
     * @return for each key, in the same order, its coupon as it stands now, or empty if none was granted
     * @throws StoreUnavailableException if one of the users' data sources cannot be read; who wants the answers of the
     *     others all the same asks for each data source alone
     */
    List<Optional<Coupon>> find(List<RequestKey> keys);

    /**
     * Raises the epoch of a share, which makes every reservation of the old epoch worthless, and waits out the commits
     * that hold it.
     *
     * @return the counter row after it, exact at that moment; empty if there is no such share
     */
    Optional<ShareStock> raiseEpoch(ShareId share);

    /** The counter rows of a template, one for each data source; empty before it is published. */
    List<ShareStock> stock(long templateId);
}
