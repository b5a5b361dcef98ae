"""Where people want to be told when they do not look, as they see and set it."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from tabletier.server.http.models.messages import RequestBody
from tabletier.server.notices.outside import LONGEST
from tabletier.server.tables.notices import Kind
from tabletier.server.tables.orders import NUMBER

Address = Annotated[str, Field(min_length=1, max_length=LONGEST)]
Hour = Annotated[int, Field(strict=False, ge=0, le=23), NUMBER]
ChannelKind = Literal["push", "email", "webhook", "feed"]
WebhookShape = Literal["json", "ntfy", "discord", "matrix"]


class PushAsked(RequestBody):
    """A browser that wants to be told, as its `PushSubscription` says it."""

    kind: Literal["push"]
    endpoint: Address
    p256dh: Annotated[str, Field(max_length=200)]
    auth: Annotated[str, Field(max_length=100)]
    label: Annotated[str, Field(max_length=60)] = ""
    """What you call it."""


class MailAsked(RequestBody):
    """An e-mail address; it is used once its owner has opened a link."""

    kind: Literal["email"]
    address: Annotated[str, Field(min_length=3, max_length=320)]


class WebhookAsked(RequestBody):
    """An address that is asked over HTTPS, in one of several shapes."""

    kind: Literal["webhook"]
    address: Address
    shape: WebhookShape = "json"
    token: Annotated[str, Field(max_length=500, pattern=r"^[!-~]*$")] = ""
    """Sent along as `Authorization: Bearer`, where something is given."""


class FeedAsked(RequestBody):
    """An Atom feed at a secret address."""

    kind: Literal["feed"]


ChannelAsked = Annotated[
    PushAsked | MailAsked | WebhookAsked | FeedAsked, Field(discriminator="kind")
]


class ChannelChange(RequestBody):
    """What is to be different about a channel; what is left out stays."""

    kinds: list[Kind] | None = Field(None, max_length=20)
    """What you want to be told there."""
    quiet: Annotated[list[Hour], Field(min_length=2, max_length=2)] | None = None
    """From which hour to which nothing is told; null: at any time."""
    digest: list[Hour] | None = Field(None, max_length=24)
    """The hours at which everything is told together; none: each by itself."""
    zone: Annotated[str, Field(max_length=60)] | None = None
    """Your time zone, such as Europe/Paris."""
    renew: bool = False
    """Whether the secret address of a feed is to be another one."""


class ChannelShown(BaseModel):
    """Where you are told."""

    id: str
    kind: ChannelKind
    address: str
    """Of a browser only the machine that is asked; of a feed the path where it is found."""
    label: str
    shape: WebhookShape | None
    kinds: list[str]
    quiet: list[int] | None
    digest: list[int]
    zone: str
    state: Literal["asked", "on", "dead"]
    """`asked`: until the address is confirmed; `dead`: nothing can be told there any more."""
    told: int | None
    """When something was last told there."""
    trouble: str
    """What went wrong last; nothing: it went well."""


class NoticesShown(BaseModel):
    """Where you are told, and what this house offers."""

    channels: list[ChannelShown]
    kinds: list[str]
    """What one can be told."""
    push_key: str
    """What a browser needs to subscribe (`applicationServerKey`); empty: this house cannot push."""
    mail: bool
    """Whether this house sends e-mail."""


class TrialShown(BaseModel):
    """What came of trying a channel out."""

    outcome: Literal["sent", "retry", "failed", "dead"]
    text: str
    """The same in a sentence."""
