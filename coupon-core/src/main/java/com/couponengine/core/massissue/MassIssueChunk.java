package com.couponengine.core.massissue;

import com.couponengine.core.error.Mistakes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a mass issue: so many users who are to get a coupon each.
 *
 * @param jobId the host's key of the job: 1 to 48 printable ASCII characters
 * @param templateId what they get
 * @param number which part of the job it is, from 0
 * @param userIds the users, at least one, at most 10,000, all positive
 */
public record MassIssueChunk(String jobId, long templateId, long number, List<Long> userIds) {
    /** How many users a chunk has if nothing else is said. */
    public static final int SIZE = 1_000;

    private static final int JOB_CHARS_MAX = 48;
    private static final int USERS_MAX = 10_000;

    public MassIssueChunk {
        Mistakes mistakes = new Mistakes();
        checkJob(mistakes, jobId, templateId);
        mistakes.require(number >= 0, "number", number, "must not be negative")
                .require(
                        userIds != null && !userIds.isEmpty() && userIds.size() <= USERS_MAX,
                        "userIds",
                        userIds == null ? null : userIds.size() + " users",
                        "must be 1 to " + USERS_MAX)
                .throwIfAny();
        checkUsers(mistakes, userIds);
        mistakes.throwIfAny();
        userIds = List.copyOf(userIds);
    }

    /** Names the first user id that is none. */
    private static void checkUsers(Mistakes mistakes, List<@Nullable Long> userIds) {
        int index = 0;
        for (@Nullable Long user : userIds) {
            if (user == null || user <= 0) {
                mistakes.require(false, "userIds[" + index + "]", user, "must be positive");
                return;
            }
            index++;
        }
    }

    static void checkJob(Mistakes mistakes, String jobId, long templateId) {
        mistakes.key("jobId", jobId)
                .require(
                        jobId == null || jobId.length() <= JOB_CHARS_MAX,
                        "jobId",
                        jobId,
                        "must have at most " + JOB_CHARS_MAX + " characters")
                .id("templateId", templateId);
    }

    /** The grab's request id: one per job, so that a user who is issued to twice by the job gets one coupon. */
    public String requestId() {
        return "job:" + jobId;
    }
}
