"""Being called: where one wants to be told, a trial of it, and the links that e-mails carry."""

from html import escape
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from tabletier.games.kernel.text import Language, Text
from tabletier.server.house import House
from tabletier.server.http.auth import Owner, TheHouse, Tongue, pass_gate
from tabletier.server.http.models.notices import (
    ChannelAsked,
    ChannelChange,
    ChannelShown,
    MailAsked,
    NoticesShown,
    PushAsked,
    TrialShown,
    WebhookAsked,
)
from tabletier.server.http.static import POLICY, STYLE
from tabletier.server.limits import MAILS, TRIALS
from tabletier.server.live.hub import now_ms
from tabletier.server.notices.channels import Channel
from tabletier.server.notices.hours import is_zone, read_hours
from tabletier.server.notices.outside import trouble_told
from tabletier.server.notices.senders import Outcome
from tabletier.server.notices.wording import atom
from tabletier.server.tables.errors import Refused
from tabletier.server.tables.notices import KINDS
from tabletier.server.users.guests import Person

router = APIRouter(tags=["notices"])
PATH = "/api/v1/notices"
ENTRIES = 50
"""Of a feed, the latest."""
OUTCOMES = {
    "sent": Text("C'est parti.", "It went out."),
    "retry": Text("Cela n'est pas arrivé : {said}.", "It did not arrive: {said}."),
    "failed": Text("Cela n'est pas arrivé : {said}.", "It did not arrive: {said}."),
    "dead": Text(
        "Plus rien n'arrive à cette adresse : {said}. Retirez-la, puis ajoutez-la de nouveau.",
        "Nothing arrives at this address any more: {said}. Take it away, then add it again.",
    ),
}


def shown(channel: Channel, language: Language) -> ChannelShown:
    """A channel as its owner sees it."""
    hours = read_hours(channel.hours)
    address = {"push": channel.target, "feed": f"{PATH}/feed/{channel.secret}.atom"}
    return ChannelShown.model_validate(
        {
            "id": channel.id,
            "kind": channel.kind,
            "address": address.get(channel.kind, channel.address),
            "label": channel.label,
            "shape": channel.shape,
            "kinds": channel.kinds.split(),
            "quiet": None if hours.quiet is None else list(hours.quiet),
            "digest": list(hours.digest),
            "zone": hours.zone,
            "state": channel.state,
            "told": channel.told,
            "trouble": trouble_told(channel.trouble).say(language),
        }
    )


@router.get("/me/notices")
async def my_notices(house: TheHouse, person: Owner, language: Tongue) -> NoticesShown:
    """Where you are told when you do not look, and what else this house offers."""
    key = house.senders.key
    return NoticesShown(
        channels=[shown(channel, language) for channel in await house.channels.of(person.id)],
        kinds=list(KINDS),
        push_key="" if key is None else key.public,
        mail=house.channels.mail,
    )


@router.post("/me/notices", status_code=201)
async def add_channel(
    asked: ChannelAsked, request: Request, house: TheHouse, person: Owner, language: Tongue
) -> ChannelShown:
    """Be told somewhere else, too; an e-mail address is asked to confirm."""
    return shown(await _added(asked, request, house, person), language)


async def _added(asked: Any, request: Request, house: House, person: Person) -> Channel:
    known, now = house.channels, now_ms()
    if isinstance(asked, PushAsked):
        return await known.add_push(
            person.id, asked.endpoint, asked.p256dh, asked.auth, asked.label, now
        )
    if isinstance(asked, WebhookAsked):
        return await known.add_webhook(person.id, asked.address, asked.shape, asked.token, now)
    if not isinstance(asked, MailAsked):
        return await known.add_feed(person.id, now)
    address = known.read_mail(asked.address)  # before it is counted: a slip of a key costs nothing
    await pass_gate(request, MAILS, person.id)
    await pass_gate(request, MAILS, f"to {address.lower()}")
    channel = await known.add_mail(person.id, address, now)
    if channel.state == "asked":
        await known.ask_to_confirm(channel, now)
    return channel


@router.patch("/me/notices/{channel_id}")
async def change_channel(
    channel_id: str, asked: ChannelChange, house: TheHouse, person: Owner, language: Tongue
) -> ChannelShown:
    """Be told other things there, or at other hours."""
    channel = await house.channels.find(person.id, channel_id)
    hours, given = read_hours(channel.hours), asked.model_fields_set
    if asked.zone is not None:
        if not is_zone(asked.zone):
            raise _no_zone(asked.zone)
        hours = hours._replace(zone=asked.zone)
    if "quiet" in given:
        quiet = None if asked.quiet is None else (asked.quiet[0], asked.quiet[1])
        same = quiet is not None and quiet[0] == quiet[1]
        hours = hours._replace(quiet=None if same else quiet)
    if asked.digest is not None:
        hours = hours._replace(digest=tuple(sorted(set(asked.digest))))
    values = {"hours": hours.written()}
    if asked.kinds is not None:
        values["kinds"] = " ".join(kind for kind in KINDS if kind in asked.kinds)
    channel = await house.channels.change(channel, **values)
    return shown(await house.channels.renew(channel) if asked.renew else channel, language)


def _no_zone(given: str) -> Refused:
    return Refused(
        "notice/zone",
        Text(
            f"« {given} » n'est pas un fuseau horaire comme Europe/Paris.",
            f"'{given}' is no time zone such as Europe/Paris.",
        ),
        status=422,
    )


@router.delete("/me/notices/{channel_id}", status_code=204)
async def remove_channel(channel_id: str, house: TheHouse, person: Owner) -> Response:
    """Be told nothing there any more."""
    await house.channels.remove(await house.channels.find(person.id, channel_id))
    return Response(status_code=204)


@router.post("/me/notices/{channel_id}/test")
async def try_channel(
    channel_id: str, request: Request, house: TheHouse, person: Owner, language: Tongue
) -> TrialShown:
    """Be told something now, and learn what came of it."""
    channel = await house.channels.find(person.id, channel_id)
    await pass_gate(request, TRIALS, person.id)
    if channel.state == "asked":
        await pass_gate(request, MAILS, person.id)
        await house.channels.ask_to_confirm(channel, now_ms())
        text = Text(
            "Le lien à ouvrir est parti de nouveau : l'adresse n'est pas encore confirmée.",
            "The link to open was sent again: the address is not confirmed yet.",
        )
        return TrialShown(outcome="sent", text=text.say(language))
    outcome = await house.dispatcher.try_out(channel)
    return TrialShown(outcome=outcome.what, text=_said(outcome).say(language))


def _said(outcome: Outcome) -> Text:
    text, said = OUTCOMES[outcome.what], trouble_told(outcome.said.rstrip(".") or "?")
    return Text(text.fr.replace("{said}", said.fr), text.en.replace("{said}", said.en))


# --- Links that e-mails and readers of feeds carry: who has one needs no cookie

links = APIRouter(prefix="/notices", include_in_schema=False)
FEED = "application/atom+xml; charset=utf-8"
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tabletier</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>Tabletier</h1>
<p role="status">{text}</p>
{form}</main>
</body>
</html>
"""
FORM = '<form method="post"><p><button>{button}</button></p></form>\n'
HOME = '<p><a href="/">Tabletier</a></p>\n'
WORDS = {
    "confirm?": Text(
        "Recevoir ici des nouvelles de vos parties ?", "Be told here about your matches?"
    ),
    "confirm": Text("Oui, ici", "Yes, here"),
    "confirmed": Text(
        "C'est noté : les nouvelles de vos parties arriveront ici.",
        "Noted: news of your matches will arrive here.",
    ),
    "stop?": Text("Ne plus rien recevoir à cette adresse ?", "Be told nothing more here?"),
    "stop": Text("Plus rien, merci", "Nothing more, thank you"),
    "stopped": Text(
        "C'est fait : plus rien ne sera envoyé ici.", "Done: nothing more will be sent here."
    ),
    "unknown": Text(
        "Ce lien n'est plus valable, ou ne l'a jamais été.",
        "This link is not valid any more, or never was.",
    ),
}


def page(what: str, language: Any, status: int = 200, button: str = "") -> HTMLResponse:
    """A small page: a sentence, and perhaps a button."""
    form = FORM.format(button=escape(WORDS[button].say(language))) if button else HOME
    text = escape(WORDS[what].say(language))
    told = PAGE.format(language=language, style=STYLE, text=text, form=form)
    policy = f"{POLICY}; form-action 'self'"
    headers = {
        "Content-Security-Policy": policy,
        "Cache-Control": "no-store",
        "Referrer-Policy": "same-origin",  # or the browser hides from us that the form is ours
    }
    return HTMLResponse(told, status, headers)


@links.get("/confirm/{secret}")
async def confirm_page(secret: str, house: TheHouse, language: Tongue) -> Response:
    """Whether the owner of an address wants to be told there: mail programs open links, too."""
    if await house.channels.by_secret("email", secret) is None:
        return page("unknown", language, 404)
    return page("confirm?", language, button="confirm")


@links.post("/confirm/{secret}")
async def confirm(secret: str, house: TheHouse, language: Tongue) -> Response:
    """The owner of an address wants to be told there."""
    found = await house.channels.confirm(secret)
    return page("confirmed", language) if found else page("unknown", language, 404)


@links.get("/stop/{secret}")
async def stop_page(secret: str, house: TheHouse, language: Tongue) -> Response:
    """Whether the owner of an address wants to be told nothing more."""
    if await house.channels.by_secret("email", secret) is None:
        return page("unknown", language, 404)
    return page("stop?", language, button="stop")


@links.post("/stop/{secret}")
async def stop(secret: str, house: TheHouse, language: Tongue) -> Response:
    """Nothing more, as a mail program asks with one click (RFC 8058)."""
    channel = await house.channels.by_secret("email", secret)
    if channel is not None:
        await house.channels.remove(channel)
    return page("stopped", language)


@links.get("/feed/{secret}.atom")
async def feed(secret: str, house: TheHouse) -> Response:
    """What a person was told, the latest first, for readers of feeds."""
    channel = await house.channels.by_secret("feed", secret)
    person = None if channel is None else await house.register.find(channel.person)
    if channel is None or person is None:
        raise Refused("notice/feed", WORDS["unknown"], status=404)
    rows = await house.channels.entries(channel, ENTRIES)
    told = atom(channel, rows, person.language, house.settings.home)
    return Response(told, media_type=FEED, headers={"Cache-Control": "private, max-age=60"})
