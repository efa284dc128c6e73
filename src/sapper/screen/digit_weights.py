"""The weights of sapper/screen/shapes.py, written by tools/learn_digits.py."""

from typing import Final

SCALE: Final = 40
"""One unit of a weight."""

WEIGHTS: Final = (
    "2=)pG0_hm-2>k;C2jm{?2MYi24dop22n+@34dxL10S*T03+@U3`VR&31^5O0`3(U51px)}3-tH^4gd%A9pmN)9R3RM8|LH#9s&#Q"
    "`Sl740O%V0`}Ya|1L7e8`Tz{<2IeFG000B%2=p5M0si*x4Ez-T0|NE<3i=TG2nPB72lfo|7WDf41oIC09_;Y|1o;y881n4{0sIm8"
    "|Ni?2|MLt31N#E{1n~?60sj%|0QC(62mAu-2ml5F4*B)?4*>)D4*~fE4fX->3<&=T1?dFw4g&)P^XU@$3<w1Q<M9;#0}TcP;qwj!"
    "1pV^^0sR9B3H$i=2?GBE1^or-2L=BH2mJf)5D57L7Wwx33JCZ29R2+T1pWH!76k(c`0EGo3<wDX<KY$r0~rqj*x(Hh_aG7j-QWZh"
    "_V?`x2M_@S`Ss`j5*Gak^!M!d5e)qq`u6Gi6bbbk5ApH-2@CZI7V!Q70|Wo|5c>rI^Y0D+1qllQ;M)@y{38wn-_!&e@+k}i>DU1i"
    "_44}#1{?zQ_44Kb5+eNp@AKOR84vd!`0(Ta76b4s2j}_t3kLNZ3g-#;0|NmF1osg7`Su3|`w9;J@aG5+`5FlM^Xvf*^%?;C`|kt@"
    "`R@e=0we(D`1S7z4lMcT^8DTw7a#BV`Stk&3J&WN0O=X^{08$C0PP+1`ThD3_68690Q>m`@(=_92L1Z{`V9K@4GR4D{0IB=3JC-F"
    "`Sbq`@+JNB`t#@z^(6NT`}W-z{2cNV1N8L+_YU<I2k;E}@&Nx51Nja8_VxV{_6Y_81oid`@&F103jOs2{P7R*6ASkL{qqU&5)S?O"
    "^aAM<+AR4F`Tf`v*e>@X{`KJ!;~DxS1^@5`><a=84F>lE@cae<4GH)L_VNM(0{s962K4y{_va4=4E^^F``Q=y6%O+V`P~!v6%qIW"
    "?FR4^+#B{C@&)S?;UM=D^9A!0=@9`4`xfpG?gs|=3m5DV^!Wzv7X$SW`tt+v4DbRA4Eg!_`r;4^4gvKA_t_T>5(@7E@!S{<4+!%E"
    ">k0<}_5|`4><t3|_YwF5>J|nB_zD5^_#*fP^#}s%5e)YV_x%Ov9rgbY{rLau3-AaH4gU1;`s)%23I*~3_~sG_4+!u9@#zr>3kCHD"
    "?+p<12Kez3?hy&@0|xjA=N$+1`U(I3`WgZD_X+>@5d{GK_yPg)75oDT0sZ*!0s;sP2mkE#`~eIH1pn*-0s0673Igo``}+k10|xX1"
    "0R<WD3hwj=0SOW23HbO2_z?%{{|o;9`wau_{SW{900;r~01N*30t)~E0tof<02ciW0|e~v3k~@T0Qm6y7X$YP{Q2|$5(4!H`2YI;"
    "6$BRP2=DR$9R&{M1^4X&5(Ek50}1T{000i^{}1vA_yZ91{txd3{0s^I{0im+4jS|c_yXVpA`<2f^ZDimDhA>a^7-%qBn0LN_5J$("
    "j|L1a3JEyqB<$=9{{Ru`"
)
"""A byte for each feature and digit, in base 85."""
