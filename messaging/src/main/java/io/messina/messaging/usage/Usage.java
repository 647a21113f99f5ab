package io.messina.messaging.usage;

import io.messina.aggregate.GroupFilter;
import io.messina.aggregate.MergedRows;
import io.messina.aggregate.node.Aggregate;
import io.messina.aggregate.node.AggregateAnswer;
import io.messina.aggregate.node.AggregateJob;
import io.messina.aggregate.node.StateSettings;
import io.messina.api.message.AccountName;
import io.messina.api.message.MessageState;
import io.messina.api.message.connector.PriceList;
import io.messina.api.message.report.CampaignReport;
import io.messina.api.message.report.UsageRow;
import io.messina.api.message.report.UsageRows;
import io.messina.messaging.MessageStreams;
import io.messina.messaging.node.Messaging;
import io.messina.runtime.Context;
import io.messina.runtime.LogOnce;
import io.messina.runtime.RequestException;
import io.messina.runtime.job.KeptRunning;
import io.messina.runtime.job.RunningJob;
import io.messina.store.Bytes;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.node.Streams;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Usage, its cost, and the progress of campaigns,. It starts once the stream of events exists, and
 * costs nothing before. Safe for use by many threads.
 */
public final class Usage implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Usage.class);

  /** Names of aggregates with this prefix are reserved for messaging. */
  public static final String RESERVED_PREFIX = "messages.";

  private static final String NAME = RESERVED_PREFIX + "usage";

  /** A higher version counts again from the oldest event that is kept. */
  private static final int VERSION = 1;

  private final Context context;
  private final Streams streams;
  private final StateSettings settings;
  private final Function<String, PriceList> prices;
  private final KeptRunning<String, Counting> kept;

  private Usage(
      Context context,
      Streams streams,
      StateSettings settings,
      Function<String, PriceList> prices) {
    this.context = context;
    this.streams = streams;
    this.settings = settings;
    this.prices = prices;
    this.kept =
        new KeptRunning<>(
            context,
            NAME,
            _ -> new Counting(stream()),
            new LogOnce(LOG, "what is sent is not counted"));
  }

  /**
   * Starts to count as soon as the stream of events exists, and does not wait.
   *
   * @param settings of the folder of the counts
   * @return must be closed before the streams
   */
  public static Usage start(Messaging messaging, StateSettings settings) {
    return start(
        messaging.context(),
        messaging.streams().streams(),
        settings,
        connector -> prices(messaging, connector));
  }

  private static PriceList prices(Messaging messaging, String connector) {
    return messaging
        .catalog()
        .connectors()
        .view()
        .find(connector)
        .map(definition -> definition.options().priceList())
        .orElse(PriceList.NONE);
  }

  /** The same with other prices. */
  static Usage start(
      Context context,
      Streams streams,
      StateSettings settings,
      Function<String, PriceList> prices) {
    Usage usage = new Usage(context, streams, settings, prices);
    usage.kept.startAfter(() -> {});
    return usage;
  }

  /**
   * Returns the usage by day, account, channel, connector and country.
   *
   * @throws RequestException.Unavailable if it cannot be read now
   */
  public UsageRows usage(UsageQuery query) {
    AggregateAnswer answer =
        read(query.begin(), query.end(), UsageKey.PREFIX, query.groups(), query.limit() + 1);
    boolean isMore = answer.rows().size() > query.limit() || answer.more().isPresent();
    List<AggregateAnswer.Row> page =
        answer.rows().subList(0, Math.min(query.limit(), answer.rows().size()));
    return new UsageRows(
        page.stream().map(this::row).toList(),
        answer.completeTo(),
        answer.missing().stream().sorted().toList(),
        isMore && !page.isEmpty()
            ? Optional.of(UsageQuery.next(page.getLast().group()))
            : Optional.empty());
  }

  private UsageRow row(AggregateAnswer.Row row) {
    UsageKey key = UsageKey.of(row.group());
    UsageCount tally = UsageCount.read(row.part());
    PriceList list = prices.apply(key.connector());
    Optional<String> amount = Amounts.of(list, key.country(), tally.parts());
    return new UsageRow(
        key.account(),
        key.channel(),
        key.connector(),
        key.country(),
        key.day().toString(),
        tally.messages(),
        tally.parts(),
        amount,
        amount.flatMap(any -> list.currency()),
        row.incomplete());
  }

  /**
   * Returns the progress of a campaign.
   *
   * @param campaign as its messages name it
   * @return without totals, if it has no messages
   * @throws RequestException.Unavailable if it cannot be read now
   */
  public CampaignReport campaign(AccountName account, String campaign) {
    CampaignKey key = new CampaignKey(account, campaign);
    AggregateAnswer answer =
        read(Instant.EPOCH, UsageQuery.LAST, key.prefix(), GroupFilter.ANY, Integer.MAX_VALUE);
    Map<MessageState, Long> counts = new EnumMap<>(MessageState.class);
    for (AggregateAnswer.Row row : answer.rows()) {
      counts.merge(key.state(row.group()), UsageCount.read(row.part()).messages(), Long::sum);
    }
    Map<String, Long> totals = new LinkedHashMap<>();
    counts.forEach(
        (state, messages) -> {
          if (messages != 0) {
            totals.put(state.toString(), messages);
          }
        });
    return new CampaignReport(
        account,
        campaign,
        totals,
        answer.completeTo(),
        answer.missing().stream().sorted().toList(),
        answer.rows().stream().anyMatch(AggregateAnswer.Row::incomplete));
  }

  private AggregateAnswer read(
      Instant from, Instant to, Bytes prefix, GroupFilter groups, int max) {
    long first = MessageTotals.WINDOWS.firstOpen(from.toEpochMilli());
    MergedRows.Wanted wanted = new MergedRows.Wanted(first, to.toEpochMilli(), prefix, groups, max);
    return kept.running()
        .flatMap(counting -> counting.aggregate)
        .map(aggregate -> aggregate.rows(wanted))
        .orElseGet(this::nothing);
  }

  private AggregateAnswer nothing() {
    if (stream().isPresent()) {
      throw new RequestException.Unavailable(
          "usage: " + kept.report().trouble().orElse("it is not counted on this node yet"));
    }
    return new AggregateAnswer(List.of(), Map.of(), Set.of(), Optional.empty(), Optional.empty());
  }

  private Optional<StreamId> stream() {
    return streams.list().stream()
        .map(CatalogStream::id)
        .filter(id -> id.name().equals(MessageStreams.EVENTS))
        .findFirst();
  }

  /** Stops after the events that were read are safe. */
  @Override
  public void close() {
    kept.close();
  }

  /** The running aggregate: none, as long as the stream does not exist. */
  private final class Counting implements RunningJob {

    private final Optional<StreamId> stream;
    private final Optional<Aggregate> aggregate;

    Counting(Optional<StreamId> stream) {
      this.stream = stream;
      this.aggregate = stream.map(_ -> start());
    }

    private Aggregate start() {
      AggregateJob job = new AggregateJob(new MessageTotals(), MessageTotals.OPTIONS, VERSION);
      return Aggregate.start(context, streams, MessageStreams.EVENTS, NAME, job, settings);
    }

    @Override
    public boolean isThere() {
      return stream.equals(Usage.this.stream());
    }

    @Override
    public Optional<Long> lag() {
      return Optional.empty();
    }

    @Override
    public Optional<String> trouble() {
      return Optional.empty();
    }

    @Override
    public void close() {
      aggregate.ifPresent(Aggregate::close);
    }
  }
}
